"""Accepts one connection at a time at HOST PORT, and passes its bytes on to the Unix socket PATH: forward.py HOST PORT PATH."""
import socket
import sys
import threading


def copy(source, target):
    try:
        while data := source.recv(65536):
            target.sendall(data)
    finally:
        target.shutdown(socket.SHUT_WR)


host, port, path = sys.argv[1:]
with socket.create_server((host, int(port))) as server:
    while True:
        client = server.accept()[0]
        database = socket.socket(socket.AF_UNIX)
        database.connect(path)
        back = threading.Thread(target=copy, args=(database, client))
        back.start()
        copy(client, database)
        back.join()
        client.close()
        database.close()
