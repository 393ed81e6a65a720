package io.verbena.spring.boot.autoconfigure;

/** How a subnet is read. */
public enum SubnetReading {
    /** Along the links by directed route, which needs no subnet manager. */
    DIRECTED,
    /** Along the links, by LID as soon as these are known. */
    LID,
    /** From the tables of the subnet administration, without subnet management. */
    SA
}
