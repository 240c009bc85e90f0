"""Prints the messages of topics as lines of JSON. Confluent's deserializers decode them with the schemas of a registry.

Arguments: the address of the broker, the URL of the registry. Standard input has a JSON object: the format of the messages
(json, avro or json-schema) by topic. The topics have one partition, and each is read to its end. Numbers, dates and times
become texts, which lose no digits. The last line counts the types of the values in Avro.
"""

import collections
import datetime
import decimal
import json
import sys

from confluent_kafka import Consumer, KafkaError, TopicPartition
from confluent_kafka.schema_registry import SchemaRegistryClient
from confluent_kafka.schema_registry.avro import AvroDeserializer
from confluent_kafka.schema_registry.json_schema import JSONDeserializer
from confluent_kafka.serialization import MessageField, SerializationContext

broker, registry = sys.argv[1:3]
formats = json.load(sys.stdin)
client = SchemaRegistryClient({"url": registry})
avro = AvroDeserializer(client)
types = collections.Counter()


def exact(text):
    return json.loads(text, parse_float=decimal.Decimal)


checked_json = JSONDeserializer(None, schema_registry_client=client, json_decode=exact)
decoders = {"avro": avro, "json-schema": checked_json, "json": lambda value, _: exact(value)}


def plain(value):
    if isinstance(value, dict):
        return {name: plain(own) for name, own in value.items()}
    if isinstance(value, list):
        return [plain(own) for own in value]
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, decimal.Decimal):
        return format(value, "f")
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return value.isoformat()
    return str(value)


def count(value):
    types[type(value).__name__] += 1
    for own in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
        count(own)


def read(message):
    topic = message.topic()
    value = decoders[formats[topic]](message.value(), SerializationContext(topic, MessageField.VALUE))
    if formats[topic] == "avro":
        count(value)
    key = message.key()
    if key is not None and key[:1] == b"\0":
        key = avro(key, SerializationContext(topic, MessageField.KEY))
    elif key is not None:
        key = key.decode()
    headers = {name: text.decode() for name, text in message.headers() or []}
    print(json.dumps({"topic": topic, "key": key, "value": plain(value), "headers": headers}))


consumer = Consumer(
    {"bootstrap.servers": broker, "group.id": "test", "enable.auto.commit": False, "enable.partition.eof": True}
)
consumer.assign([TopicPartition(topic, 0, 0) for topic in formats])
unread = set(formats)
while unread:
    message = consumer.poll(60)
    if message is None:
        sys.exit(f"no message for a minute: {sorted(unread)}")
    if message.error() is None:
        try:
            read(message)
        except Exception as error:
            sys.exit(f"{message.topic()} {message.offset()}: {error}")
    elif message.error().code() == KafkaError._PARTITION_EOF:
        unread.discard(message.topic())
    else:
        sys.exit(f"{message.topic()}: {message.error()}")
consumer.close()
print(json.dumps({"types": types}))
