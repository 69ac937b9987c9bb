import { newBucket } from '#http/storage/bucket-calls.ts'
import { manyBody } from '#http/storage/link-calls.ts'
import { folderBody, pageBody } from '#http/storage/list-calls.ts'
import { copyBody } from '#http/storage/transfer-calls.ts'
import type { Operation } from './operation.ts'

const FILE = '{bucket}/{path}'

/** Files. Row policies of storage.objects and storage.buckets decide what a token may do. */
export const storageOperations: readonly Operation[] = [
  { method: 'GET', path: '/status', summary: 'Whether it answers', access: 'open' },
  { method: 'GET', path: '/health', summary: 'Whether it works', access: 'open' },
  { method: 'GET', path: '/version', summary: 'Name', access: 'open' },

  {
    method: 'GET',
    path: '/bucket',
    summary: 'All buckets',
    access: 'user',
    query: ['limit', 'offset', 'search', 'sortColumn', 'sortOrder'],
  },
  { method: 'POST', path: '/bucket', summary: 'Create a bucket', access: 'user', body: newBucket },
  { method: 'GET', path: '/bucket/{bucket}', summary: 'One bucket', access: 'user' },
  {
    method: 'PUT',
    path: '/bucket/{bucket}',
    summary: 'Change a bucket',
    access: 'user',
    body: 'any',
  },
  { method: 'DELETE', path: '/bucket/{bucket}', summary: 'Delete an empty bucket', access: 'user' },
  {
    method: 'POST',
    path: '/bucket/{bucket}/empty',
    summary: 'Delete all its files',
    access: 'service',
  },

  {
    method: 'GET',
    path: `/object/public/${FILE}`,
    summary: 'A file of a public bucket',
    access: 'open',
    query: ['download'],
  },
  { method: 'GET', path: `/object/info/public/${FILE}`, summary: 'Facts about it', access: 'open' },
  {
    method: 'GET',
    path: `/object/authenticated/${FILE}`,
    summary: 'A file',
    access: 'user',
    query: ['download'],
  },
  {
    method: 'GET',
    path: `/object/info/authenticated/${FILE}`,
    summary: 'Facts about a file',
    access: 'user',
  },
  { method: 'GET', path: `/object/info/${FILE}`, summary: 'Facts about a file', access: 'user' },
  {
    method: 'GET',
    path: `/object/${FILE}`,
    summary: 'A file',
    access: 'user',
    query: ['download'],
  },
  {
    method: 'POST',
    path: `/object/${FILE}`,
    summary: 'Upload a file',
    access: 'user',
    body: 'file',
  },
  {
    method: 'PUT',
    path: `/object/${FILE}`,
    summary: 'Replace a file',
    access: 'user',
    body: 'file',
  },
  { method: 'DELETE', path: `/object/${FILE}`, summary: 'Delete a file', access: 'user' },
  {
    method: 'DELETE',
    path: '/object/{bucket}',
    summary: 'Delete files',
    access: 'user',
    body: 'any',
  },
  { method: 'POST', path: '/object/move', summary: 'Move a file', access: 'user', body: 'any' },
  { method: 'POST', path: '/object/copy', summary: 'Copy a file', access: 'user', body: copyBody },
  {
    method: 'POST',
    path: '/object/list/{bucket}',
    summary: 'A folder',
    access: 'user',
    body: folderBody,
  },
  {
    method: 'POST',
    path: '/object/list-v2/{bucket}',
    summary: 'A folder, page by page',
    access: 'user',
    body: pageBody,
  },

  {
    method: 'POST',
    path: '/object/sign/{bucket}',
    summary: 'Links to files',
    access: 'user',
    body: manyBody,
  },
  {
    method: 'POST',
    path: `/object/sign/${FILE}`,
    summary: 'A link to a file',
    access: 'user',
    body: 'any',
  },
  {
    method: 'GET',
    path: `/object/sign/${FILE}`,
    summary: 'A file by its link',
    access: 'open',
    query: ['token', 'download'],
  },
  {
    method: 'POST',
    path: `/object/upload/sign/${FILE}`,
    summary: 'A link for an upload',
    access: 'user',
  },
  {
    method: 'PUT',
    path: `/object/upload/sign/${FILE}`,
    summary: 'Upload by a link',
    access: 'open',
    body: 'file',
    query: ['token'],
  },
  {
    method: 'DELETE',
    path: '/cdn/{bucket}/*',
    summary: 'Does nothing: there is no CDN',
    access: 'service',
  },
]
