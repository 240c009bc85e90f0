"""Prints the messages of a topic as lines of JSON. Confluent's deserializers decode them with the schemas of a registry.

Arguments: the address of the broker, the URL of the registry, the topic, the format (avro or json-schema), and how many
messages there are.
"""

import datetime
import json
import sys

from confluent_kafka import Consumer, TopicPartition
from confluent_kafka.schema_registry import SchemaRegistryClient
from confluent_kafka.schema_registry.avro import AvroDeserializer
from confluent_kafka.schema_registry.json_schema import JSONDeserializer
from confluent_kafka.serialization import MessageField, SerializationContext

broker, registry, topic, form, count = sys.argv[1:6]
client = SchemaRegistryClient({"url": registry})
if form == "avro":
    values = AvroDeserializer(client)
else:
    values = JSONDeserializer(None, schema_registry_client=client)
keys = AvroDeserializer(client)


def plain(value):
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return value.isoformat()
    return str(value)


consumer = Consumer({"bootstrap.servers": broker, "group.id": "test", "enable.auto.commit": False})
consumer.assign([TopicPartition(topic, 0, 0)])
for _ in range(int(count)):
    message = consumer.poll(30)
    if message is None or message.error():
        sys.exit(f"no message: {message and message.error()}")
    value = values(message.value(), SerializationContext(topic, MessageField.VALUE))
    key = message.key()
    if key is not None and key[:1] == b"\0":
        key = keys(key, SerializationContext(topic, MessageField.KEY))
    elif key is not None:
        key = key.decode()
    headers = {name: text.decode() for name, text in message.headers() or []}
    print(json.dumps({"key": key, "value": value, "headers": headers}, default=plain))
if consumer.poll(1) is not None:
    sys.exit("there are more messages")
consumer.close()
