import { emptyAnswer, jsonAnswer } from '../api/answer.ts';
import { topicName } from '../api/parameter.ts';
import { type Route, route } from '../api/route.ts';
import { array } from '../api/schema.ts';
import { deleteTopic, listMessages, listTopics, messageRange } from '../resources/topics.ts';
import { exampleMessages, messageSchema, topicSchema } from '../shapes/topic.ts';
import { API } from './paths.ts';

const params = { topic: topicName('The name of the topic.') };

/** The routes of the embedded broker. */
export const topicRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: `${API}/topics`,
    scope: 'read',
    id: 'listTopics',
    tag: 'topics',
    summary: 'Lists the topics of the embedded broker, sorted by name',
    answers: { 200: jsonAnswer('All topics', array(topicSchema), { example: [{ name: 'orders', messages: 1 }] }) },
    handle: listTopics,
  }),
  route({
    method: 'GET',
    path: `${API}/topics/:topic/messages`,
    scope: 'read',
    id: 'listMessages',
    tag: 'topics',
    summary: 'Returns messages of a topic of the embedded broker',
    params,
    query: messageRange,
    answers: { 200: jsonAnswer('The messages', array(messageSchema), { example: exampleMessages }) },
    problems: ['topic_not_found'],
    handle: listMessages,
  }),
  route({
    method: 'DELETE',
    path: `${API}/topics/:topic`,
    scope: 'admin',
    id: 'deleteTopic',
    tag: 'topics',
    summary: 'Removes a topic of the embedded broker, and its messages',
    params,
    answers: { 204: emptyAnswer('The topic is removed') },
    problems: ['topic_not_found', 'topic_in_use', 'disk_full', 'storage_failed'],
    handle: deleteTopic,
  }),
];
