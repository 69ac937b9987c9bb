import * as z from 'zod/mini'
import { listFolder } from '#files/list-folder.ts'
import { listPage } from '#files/list-page.ts'
import type { PageEntry } from '#files/listings-table.ts'
import { requireCaller } from './callers.ts'
import { bucketOf } from './object-path.ts'
import { readJson } from './read-json.ts'
import type { Answer, StorageNeeds } from './storage-needs.ts'

const MOST_IN_FOLDER = 1500
const MOST_ON_PAGE = 1000

const count = z.number().check(z.int(), z.minimum(1))
const order = z._default(z.enum(['asc', 'desc']), 'asc')
const folderColumn = z.enum(['name', 'created_at', 'updated_at', 'last_accessed_at'])
const pageColumn = z.enum(['name', 'created_at', 'updated_at'])

export const folderBody = z.object({
  prefix: z.string(),
  limit: z._default(count, 100),
  offset: z._default(z.number().check(z.int(), z.minimum(0)), 0),
  search: z._default(z.string(), ''),
  sortBy: z._default(z.object({ column: z._default(folderColumn, 'name'), order }), {
    column: 'name',
    order: 'asc',
  }),
})

export const pageBody = z.object({
  prefix: z._default(z.string(), ''),
  limit: z._default(count, MOST_ON_PAGE),
  cursor: z.optional(z.string()),
  with_delimiter: z._default(z.boolean(), false),
  sortBy: z._default(z.object({ column: z._default(pageColumn, 'name'), order }), {
    column: 'name',
    order: 'asc',
  }),
})

export const postList =
  (needs: StorageNeeds): Answer =>
  async (c) => {
    const caller = await requireCaller(needs, c)
    const { limit, sortBy, ...options } = await readJson(c, folderBody)

    return c.json(
      await listFolder(needs.files, caller, {
        ...options,
        ...sortBy,
        bucketId: bucketOf(c),
        limit: Math.min(limit, MOST_IN_FOLDER),
      }),
    )
  }

export const postPage =
  (needs: StorageNeeds): Answer =>
  async (c) => {
    const caller = await requireCaller(needs, c)
    const { limit, cursor = null, with_delimiter, sortBy, prefix } = await readJson(c, pageBody)
    const { folders, files, next } = await listPage(needs.files, caller, {
      ...sortBy,
      bucketId: bucketOf(c),
      prefix,
      cursor,
      hasDelimiter: with_delimiter,
      limit: Math.min(limit, MOST_ON_PAGE),
    })

    return c.json({
      hasNext: next !== null,
      ...(next && { nextCursor: next.cursor, nextCursorKey: next.name }),
      folders: folders.map(({ name }) => ({ key: lastSegment(name.slice(0, -1)), name })),
      objects: files.map((file) => fileJson(file, with_delimiter)),
    })
  }

const fileJson = ({ is_folder: _, sorted_at: __, ...file }: PageEntry, hasKey: boolean) => ({
  ...(hasKey && { key: lastSegment(file.name) }),
  ...file,
})

const lastSegment = (name: string) => name.slice(name.lastIndexOf('/') + 1)
