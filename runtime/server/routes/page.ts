import { header, textAnswer } from '../api/answer.ts';
import { text } from '../api/parameter.ts';
import { type Route, route } from '../api/route.ts';
import { getPage, getPageFile } from '../resources/page.ts';

/** The routes of the page. They are open: the page has no data, and asks for a key where one is required. */
export const pageRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/',
    scope: 'open',
    id: 'getPage',
    tag: 'service',
    summary: 'Returns the page on which people check files',
    answers: {
      200: textAnswer('The page', ['text/html'], {
        example: '<!doctype html>',
        headers: {
          'Content-Security-Policy': header('The page loads files of the service only.', "default-src 'none'"),
          'Referrer-Policy': header('Always `no-referrer`.', 'no-referrer'),
        },
      }),
    },
    handle: getPage,
  }),
  route({
    method: 'GET',
    path: '/page/:file',
    scope: 'open',
    id: 'getPageFile',
    tag: 'service',
    summary: 'Returns a file that the page loads',
    params: { file: text('The name of the file, which contains a hash of its content.', { example: 'icon.svg' }) },
    answers: {
      200: textAnswer('The file', ['text/javascript', 'text/css', 'image/svg+xml'], {
        example: '<svg xmlns="http://www.w3.org/2000/svg"',
        headers: {
          'Cache-Control': header('The file never changes.', 'public, max-age=31536000, immutable'),
          'Content-Security-Policy': header('The policy of the worker.', "default-src 'none'"),
        },
      }),
    },
    problems: ['not_found'],
    handle: getPageFile,
  }),
];
