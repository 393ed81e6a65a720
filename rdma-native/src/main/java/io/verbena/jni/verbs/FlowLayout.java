package io.verbena.jni.verbs;

import static org.fusesource.hawtjni.runtime.FieldFlag.CONSTANT;
import static org.fusesource.hawtjni.runtime.MethodFlag.CONSTANT_INITIALIZER;

import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniField;
import org.fusesource.hawtjni.runtime.JniMethod;

/** Where the fields of rules lie as the C compiler sees it. Those who write rules are tested against these. */
@JniClass
@SuppressWarnings("NonFinalStaticField")
public final class FlowLayout {
    /** {@code sizeof(struct ibv_flow_spec_eth)}. */
    @JniField(flags = CONSTANT, accessor = "sizeof(struct ibv_flow_spec_eth)")
    public static int ethSize;

    /** {@code offsetof(struct ibv_flow_spec_eth, val.dst_mac)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_eth, val.dst_mac)")
    public static int ethDstMac;

    /** {@code offsetof(struct ibv_flow_spec_eth, mask.dst_mac)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_eth, mask.dst_mac)")
    public static int ethDstMacMask;

    /** {@code offsetof(struct ibv_flow_spec_eth, val.src_mac)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_eth, val.src_mac)")
    public static int ethSrcMac;

    /** {@code offsetof(struct ibv_flow_spec_eth, mask.src_mac)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_eth, mask.src_mac)")
    public static int ethSrcMacMask;

    /** {@code offsetof(struct ibv_flow_spec_eth, val.ether_type)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_eth, val.ether_type)")
    public static int ethEtherType;

    /** {@code offsetof(struct ibv_flow_spec_eth, mask.ether_type)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_eth, mask.ether_type)")
    public static int ethEtherTypeMask;

    /** {@code offsetof(struct ibv_flow_spec_eth, val.vlan_tag)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_eth, val.vlan_tag)")
    public static int ethVlanTag;

    /** {@code offsetof(struct ibv_flow_spec_eth, mask.vlan_tag)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_eth, mask.vlan_tag)")
    public static int ethVlanTagMask;

    /** {@code sizeof(struct ibv_flow_spec_ipv4_ext)}. */
    @JniField(flags = CONSTANT, accessor = "sizeof(struct ibv_flow_spec_ipv4_ext)")
    public static int ipv4ExtSize;

    /** {@code offsetof(struct ibv_flow_spec_ipv4_ext, val.src_ip)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_ipv4_ext, val.src_ip)")
    public static int ipv4ExtSrcIp;

    /** {@code offsetof(struct ibv_flow_spec_ipv4_ext, mask.src_ip)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_ipv4_ext, mask.src_ip)")
    public static int ipv4ExtSrcIpMask;

    /** {@code offsetof(struct ibv_flow_spec_ipv4_ext, val.dst_ip)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_ipv4_ext, val.dst_ip)")
    public static int ipv4ExtDstIp;

    /** {@code offsetof(struct ibv_flow_spec_ipv4_ext, mask.dst_ip)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_ipv4_ext, mask.dst_ip)")
    public static int ipv4ExtDstIpMask;

    /** {@code offsetof(struct ibv_flow_spec_ipv4_ext, val.proto)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_ipv4_ext, val.proto)")
    public static int ipv4ExtProto;

    /** {@code offsetof(struct ibv_flow_spec_ipv4_ext, mask.proto)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_ipv4_ext, mask.proto)")
    public static int ipv4ExtProtoMask;

    /** {@code offsetof(struct ibv_flow_spec_ipv4_ext, val.tos)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_ipv4_ext, val.tos)")
    public static int ipv4ExtTos;

    /** {@code offsetof(struct ibv_flow_spec_ipv4_ext, mask.tos)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_ipv4_ext, mask.tos)")
    public static int ipv4ExtTosMask;

    /** {@code offsetof(struct ibv_flow_spec_ipv4_ext, val.ttl)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_ipv4_ext, val.ttl)")
    public static int ipv4ExtTtl;

    /** {@code offsetof(struct ibv_flow_spec_ipv4_ext, mask.ttl)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_ipv4_ext, mask.ttl)")
    public static int ipv4ExtTtlMask;

    /** {@code offsetof(struct ibv_flow_spec_ipv4_ext, val.flags)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_ipv4_ext, val.flags)")
    public static int ipv4ExtFlags;

    /** {@code offsetof(struct ibv_flow_spec_ipv4_ext, mask.flags)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_ipv4_ext, mask.flags)")
    public static int ipv4ExtFlagsMask;

    /** {@code sizeof(struct ibv_flow_spec_ipv6)}. */
    @JniField(flags = CONSTANT, accessor = "sizeof(struct ibv_flow_spec_ipv6)")
    public static int ipv6Size;

    /** {@code offsetof(struct ibv_flow_spec_ipv6, val.src_ip)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_ipv6, val.src_ip)")
    public static int ipv6SrcIp;

    /** {@code offsetof(struct ibv_flow_spec_ipv6, mask.src_ip)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_ipv6, mask.src_ip)")
    public static int ipv6SrcIpMask;

    /** {@code offsetof(struct ibv_flow_spec_ipv6, val.dst_ip)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_ipv6, val.dst_ip)")
    public static int ipv6DstIp;

    /** {@code offsetof(struct ibv_flow_spec_ipv6, mask.dst_ip)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_ipv6, mask.dst_ip)")
    public static int ipv6DstIpMask;

    /** {@code offsetof(struct ibv_flow_spec_ipv6, val.flow_label)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_ipv6, val.flow_label)")
    public static int ipv6FlowLabel;

    /** {@code offsetof(struct ibv_flow_spec_ipv6, mask.flow_label)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_ipv6, mask.flow_label)")
    public static int ipv6FlowLabelMask;

    /** {@code offsetof(struct ibv_flow_spec_ipv6, val.next_hdr)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_ipv6, val.next_hdr)")
    public static int ipv6NextHdr;

    /** {@code offsetof(struct ibv_flow_spec_ipv6, mask.next_hdr)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_ipv6, mask.next_hdr)")
    public static int ipv6NextHdrMask;

    /** {@code offsetof(struct ibv_flow_spec_ipv6, val.traffic_class)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_ipv6, val.traffic_class)")
    public static int ipv6TrafficClass;

    /** {@code offsetof(struct ibv_flow_spec_ipv6, mask.traffic_class)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_ipv6, mask.traffic_class)")
    public static int ipv6TrafficClassMask;

    /** {@code offsetof(struct ibv_flow_spec_ipv6, val.hop_limit)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_ipv6, val.hop_limit)")
    public static int ipv6HopLimit;

    /** {@code offsetof(struct ibv_flow_spec_ipv6, mask.hop_limit)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_ipv6, mask.hop_limit)")
    public static int ipv6HopLimitMask;

    /** {@code sizeof(struct ibv_flow_spec_esp)}. */
    @JniField(flags = CONSTANT, accessor = "sizeof(struct ibv_flow_spec_esp)")
    public static int espSize;

    /** {@code offsetof(struct ibv_flow_spec_esp, val.spi)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_esp, val.spi)")
    public static int espSpi;

    /** {@code offsetof(struct ibv_flow_spec_esp, mask.spi)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_esp, mask.spi)")
    public static int espSpiMask;

    /** {@code offsetof(struct ibv_flow_spec_esp, val.seq)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_esp, val.seq)")
    public static int espSeq;

    /** {@code offsetof(struct ibv_flow_spec_esp, mask.seq)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_esp, mask.seq)")
    public static int espSeqMask;

    /** {@code sizeof(struct ibv_flow_spec_tcp_udp)}. */
    @JniField(flags = CONSTANT, accessor = "sizeof(struct ibv_flow_spec_tcp_udp)")
    public static int tcpUdpSize;

    /** {@code offsetof(struct ibv_flow_spec_tcp_udp, val.dst_port)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_tcp_udp, val.dst_port)")
    public static int tcpUdpDstPort;

    /** {@code offsetof(struct ibv_flow_spec_tcp_udp, mask.dst_port)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_tcp_udp, mask.dst_port)")
    public static int tcpUdpDstPortMask;

    /** {@code offsetof(struct ibv_flow_spec_tcp_udp, val.src_port)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_tcp_udp, val.src_port)")
    public static int tcpUdpSrcPort;

    /** {@code offsetof(struct ibv_flow_spec_tcp_udp, mask.src_port)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_tcp_udp, mask.src_port)")
    public static int tcpUdpSrcPortMask;

    /** {@code sizeof(struct ibv_flow_spec_gre)}. */
    @JniField(flags = CONSTANT, accessor = "sizeof(struct ibv_flow_spec_gre)")
    public static int greSize;

    /** {@code offsetof(struct ibv_flow_spec_gre, val.c_ks_res0_ver)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_gre, val.c_ks_res0_ver)")
    public static int greCKsRes0Ver;

    /** {@code offsetof(struct ibv_flow_spec_gre, mask.c_ks_res0_ver)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_gre, mask.c_ks_res0_ver)")
    public static int greCKsRes0VerMask;

    /** {@code offsetof(struct ibv_flow_spec_gre, val.protocol)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_gre, val.protocol)")
    public static int greProtocol;

    /** {@code offsetof(struct ibv_flow_spec_gre, mask.protocol)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_gre, mask.protocol)")
    public static int greProtocolMask;

    /** {@code offsetof(struct ibv_flow_spec_gre, val.key)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_gre, val.key)")
    public static int greKey;

    /** {@code offsetof(struct ibv_flow_spec_gre, mask.key)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_gre, mask.key)")
    public static int greKeyMask;

    /** {@code sizeof(struct ibv_flow_spec_mpls)}. */
    @JniField(flags = CONSTANT, accessor = "sizeof(struct ibv_flow_spec_mpls)")
    public static int mplsSize;

    /** {@code offsetof(struct ibv_flow_spec_mpls, val.label)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_mpls, val.label)")
    public static int mplsLabel;

    /** {@code offsetof(struct ibv_flow_spec_mpls, mask.label)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_mpls, mask.label)")
    public static int mplsLabelMask;

    /** {@code sizeof(struct ibv_flow_spec_tunnel)}. */
    @JniField(flags = CONSTANT, accessor = "sizeof(struct ibv_flow_spec_tunnel)")
    public static int tunnelSize;

    /** {@code offsetof(struct ibv_flow_spec_tunnel, val.tunnel_id)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_tunnel, val.tunnel_id)")
    public static int tunnelTunnelId;

    /** {@code offsetof(struct ibv_flow_spec_tunnel, mask.tunnel_id)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_tunnel, mask.tunnel_id)")
    public static int tunnelTunnelIdMask;

    /** {@code sizeof(struct ibv_flow_spec_action_tag)}. */
    @JniField(flags = CONSTANT, accessor = "sizeof(struct ibv_flow_spec_action_tag)")
    public static int tagSize;

    /** {@code offsetof(struct ibv_flow_spec_action_tag, tag_id)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_action_tag, tag_id)")
    public static int tagId;

    /** {@code sizeof(struct ibv_flow_spec_action_drop)}. */
    @JniField(flags = CONSTANT, accessor = "sizeof(struct ibv_flow_spec_action_drop)")
    public static int dropSize;

    /** {@code sizeof(struct ibv_flow_spec_counter_action)}. */
    @JniField(flags = CONSTANT, accessor = "sizeof(struct ibv_flow_spec_counter_action)")
    public static int countersSize;

    /** {@code offsetof(struct ibv_flow_spec_counter_action, counters)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_counter_action, counters)")
    public static int counters;

    /** {@code sizeof(struct ibv_flow_spec_action_handle)}. */
    @JniField(flags = CONSTANT, accessor = "sizeof(struct ibv_flow_spec_action_handle)")
    public static int actionSize;

    /** {@code offsetof(struct ibv_flow_spec_action_handle, action)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec_action_handle, action)")
    public static int action;

    /** {@code offsetof(struct ibv_flow_attr, type)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_attr, type)")
    public static int ruleType;

    /** {@code offsetof(struct ibv_flow_attr, size)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_attr, size)")
    public static int ruleSize;

    /** {@code offsetof(struct ibv_flow_attr, priority)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_attr, priority)")
    public static int rulePriority;

    /** {@code offsetof(struct ibv_flow_attr, num_of_specs)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_attr, num_of_specs)")
    public static int ruleNumOfSpecs;

    /** {@code offsetof(struct ibv_flow_attr, port)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_attr, port)")
    public static int rulePort;

    /** {@code offsetof(struct ibv_flow_attr, flags)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_attr, flags)")
    public static int ruleFlags;

    /** {@code sizeof(struct ibv_flow_attr)}. */
    @JniField(flags = CONSTANT, accessor = "sizeof(struct ibv_flow_attr)")
    public static int ruleLength;

    /** {@code offsetof(struct ibv_flow_spec, hdr.size)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_flow_spec, hdr.size)")
    public static int specSize;

    /** {@code IBV_FLOW_SPEC_ETH}. */
    @JniField(flags = CONSTANT, accessor = "IBV_FLOW_SPEC_ETH")
    public static int typeEthernet;

    /** {@code IBV_FLOW_SPEC_IPV4_EXT}. */
    @JniField(flags = CONSTANT, accessor = "IBV_FLOW_SPEC_IPV4_EXT")
    public static int typeIpv4;

    /** {@code IBV_FLOW_SPEC_IPV6}. */
    @JniField(flags = CONSTANT, accessor = "IBV_FLOW_SPEC_IPV6")
    public static int typeIpv6;

    /** {@code IBV_FLOW_SPEC_ESP}. */
    @JniField(flags = CONSTANT, accessor = "IBV_FLOW_SPEC_ESP")
    public static int typeEsp;

    /** {@code IBV_FLOW_SPEC_TCP}. */
    @JniField(flags = CONSTANT, accessor = "IBV_FLOW_SPEC_TCP")
    public static int typeTcp;

    /** {@code IBV_FLOW_SPEC_UDP}. */
    @JniField(flags = CONSTANT, accessor = "IBV_FLOW_SPEC_UDP")
    public static int typeUdp;

    /** {@code IBV_FLOW_SPEC_VXLAN_TUNNEL}. */
    @JniField(flags = CONSTANT, accessor = "IBV_FLOW_SPEC_VXLAN_TUNNEL")
    public static int typeTunnel;

    /** {@code IBV_FLOW_SPEC_GRE}. */
    @JniField(flags = CONSTANT, accessor = "IBV_FLOW_SPEC_GRE")
    public static int typeGre;

    /** {@code IBV_FLOW_SPEC_MPLS}. */
    @JniField(flags = CONSTANT, accessor = "IBV_FLOW_SPEC_MPLS")
    public static int typeMpls;

    /** {@code IBV_FLOW_SPEC_INNER}. */
    @JniField(flags = CONSTANT, accessor = "IBV_FLOW_SPEC_INNER")
    public static int typeInner;

    /** {@code IBV_FLOW_SPEC_ACTION_TAG}. */
    @JniField(flags = CONSTANT, accessor = "IBV_FLOW_SPEC_ACTION_TAG")
    public static int typeTag;

    /** {@code IBV_FLOW_SPEC_ACTION_DROP}. */
    @JniField(flags = CONSTANT, accessor = "IBV_FLOW_SPEC_ACTION_DROP")
    public static int typeDrop;

    /** {@code IBV_FLOW_SPEC_ACTION_HANDLE}. */
    @JniField(flags = CONSTANT, accessor = "IBV_FLOW_SPEC_ACTION_HANDLE")
    public static int typeAction;

    /** {@code IBV_FLOW_SPEC_ACTION_COUNT}. */
    @JniField(flags = CONSTANT, accessor = "IBV_FLOW_SPEC_ACTION_COUNT")
    public static int typeCount;

    static {
        Verbs.load();
        init();
    }

    private FlowLayout() {}

    @JniMethod(flags = CONSTANT_INITIALIZER)
    private static native void init();
}
