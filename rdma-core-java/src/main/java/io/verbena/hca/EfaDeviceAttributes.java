package io.verbena.hca;

/**
 * The attributes of an EFA device (efadv_query_device(3)).
 *
 * @param maxSends the maximum number of outstanding requests of a send queue
 * @param maxReceives the maximum number of outstanding requests of a receive queue
 * @param maxSendSegments the maximum number of scatter/gather entries of a send
 * @param maxReceiveSegments the maximum number of scatter entries of a receive
 * @param maxInlineBytes the maximum number of inline bytes of a send by the plain functions
 * @param maxExtendedInlineBytes the maximum number of inline bytes of a request by the extended functions; 0 before rdma-core 64
 * @param maxRdmaBytes the maximum length of a read or write in bytes; 0 if the device has neither
 * @param capabilities the capabilities
 */
public record EfaDeviceAttributes(
        int maxSends,
        int maxReceives,
        int maxSendSegments,
        int maxReceiveSegments,
        int maxInlineBytes,
        int maxExtendedInlineBytes,
        int maxRdmaBytes,
        Flags<EfaCapability> capabilities) {}
