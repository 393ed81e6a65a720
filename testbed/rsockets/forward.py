"""Accepts one connection at a time at HOST PORT, and passes its bytes on to the Unix socket PATH: forward.py HOST PORT PATH.

One thread does both directions. With a thread for each, rsockets of rdma-core 44 on soft-iWARP stall now and then under load: the sender
sleeps, although the peer has announced all of its receive buffer.
"""
import select
import socket
import sys


def forward(client, database):
    targets = {client.fileno(): (client, database), database.fileno(): (database, client)}
    poll = select.poll()
    for source in targets:
        poll.register(source, select.POLLIN)
    while targets:
        for source, _ in poll.poll():
            reader, writer = targets[source]
            if data := reader.recv(65536):
                writer.sendall(data)
            else:
                poll.unregister(source)
                del targets[source]
                writer.shutdown(socket.SHUT_WR)


host, port, path = sys.argv[1:]
with socket.create_server((host, int(port))) as server:
    while True:
        with server.accept()[0] as client, socket.socket(socket.AF_UNIX) as database:
            database.connect(path)
            forward(client, database)
