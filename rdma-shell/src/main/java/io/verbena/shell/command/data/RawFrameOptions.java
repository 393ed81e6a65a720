package io.verbena.shell.command.data;

import io.verbena.shell.cli.Numbers;
import io.verbena.traffic.measure.RawFrame;
import io.verbena.traffic.measure.RawFrame.Addresses;
import io.verbena.traffic.measure.RawFrame.Ports;
import io.verbena.verbs.flow.FieldMatch;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for the headers of Ethernet frames. Addresses and ports of IP are those of client and server on both sides. */
final class RawFrameOptions {
    private static final int DEFAULT_HOP_LIMIT = 64;

    @Option(
            names = {"-B", "--source_mac", "--local_mac"},
            paramLabel = "MAC",
            required = true,
            description = "MAC address of this side.")
    String source;

    @Option(
            names = {"-E", "--dest_mac", "--remote_mac"},
            paramLabel = "MAC",
            description = "MAC address of the peer.")
    @Nullable String destination;

    @Option(
            names = {"-j", "--source_ip"},
            paramLabel = "ADDRESS",
            description = "IP address of the client (default: frames without an IP header).")
    @Nullable String clientAddress;

    @Option(
            names = {"-J", "--dest_ip"},
            paramLabel = "ADDRESS",
            description = "IP address of the server.")
    @Nullable String serverAddress;

    @Option(
            names = {"-k", "--source_port"},
            paramLabel = "PORT",
            description = "Port of the client (default: frames without a UDP header).")
    @Nullable Integer clientPort;

    @Option(
            names = {"-K", "--dest_port"},
            paramLabel = "PORT",
            description = "Port of the server.")
    @Nullable Integer serverPort;

    @Option(names = "--tcp", description = "Send TCP headers (default: UDP headers).")
    boolean tcp;

    @Option(
            names = "--raw_ipv6",
            description = "Accepted for compatibility; the addresses determine the version of IP.")
    boolean ignored;

    @Option(
            names = {"-Y", "--ethertype"},
            paramLabel = "TYPE",
            description = "Type of the frames, for example 0x88b5 (default: that of IP, or the length).")
    @Nullable String etherType;

    @Option(
            names = {"-T", "--tos"},
            paramLabel = "VALUE",
            description = "Type of service of the IP header (default: 0).")
    int typeOfService;

    @Option(
            names = {"-L", "--hop_limit"},
            paramLabel = "N",
            description = "Time to live of the IP header (default: 64).")
    int hopLimit = DEFAULT_HOP_LIMIT;

    @Option(names = "--vlan_en", description = "Send a VLAN tag with identifier 1.")
    boolean tagged;

    @Option(
            names = "--vlan_pcp",
            paramLabel = "PRIORITY",
            description = "Priority in the VLAN tag, 0 to 7 (default: 1).")
    int priority = 1;

    @Option(names = "--promiscuous", description = "Receive all frames that no other rule steers elsewhere.")
    boolean promiscuous;

    /** Returns the headers of the frames of the client or of the server. */
    RawFrame frame(boolean calling) {
        String address = clientAddress;
        Addresses addresses = null;
        if (address != null && serverAddress != null) {
            InetAddress client = address("--source_ip", address);
            InetAddress server = address("--dest_ip", serverAddress);
            addresses = calling ? new Addresses(client, server) : new Addresses(server, client);
        } else if (address != null || serverAddress != null) {
            throw new IllegalArgumentException("--source_ip and --dest_ip require each other");
        }
        return new RawFrame(
                mac("--source_mac", source),
                destination == null ? 0 : mac("--dest_mac", destination),
                addresses,
                ports(calling, addresses != null),
                etherType == null ? -1 : (int) Numbers.parse("--ethertype", etherType, Short.SIZE),
                tagged ? Numbers.within("--vlan_pcp", priority, 0, 7) : -1,
                Numbers.within("--tos", typeOfService, 0, 255),
                Numbers.within("--hop_limit", hopLimit, 1, 255));
    }

    private @Nullable Ports ports(boolean calling, boolean hasAddresses) {
        Integer client = clientPort;
        Integer server = serverPort;
        if (client == null && server == null) {
            if (tcp) {
                throw new IllegalArgumentException("--tcp requires --source_port and --dest_port");
            }
            return null;
        }
        if (client == null || server == null || !hasAddresses) {
            throw new IllegalArgumentException(
                    "--source_port and --dest_port require each other, and --source_ip and --dest_ip");
        }
        Numbers.within("--source_port", client, 1, 65535);
        Numbers.within("--dest_port", server, 1, 65535);
        return calling ? new Ports(client, server, tcp) : new Ports(server, client, tcp);
    }

    private static long mac(String option, String text) {
        if (!text.matches("[0-9a-fA-F]{2}(:[0-9a-fA-F]{2}){5}")) {
            throw new IllegalArgumentException(
                    option + ": '" + text + "' is not a MAC address; expected six numbers like 00:02:c9:00:00:01");
        }
        return FieldMatch.mac(text).value();
    }

    static InetAddress address(String option, String text) {
        if (!text.matches("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*")) {
            throw new IllegalArgumentException(option + ": '" + text + "' is not an IP address");
        }
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(option + ": '" + text + "' is not an IP address", e);
        }
    }
}
