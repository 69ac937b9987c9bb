import { queryOptions } from '@tanstack/react-query'
import { askExtension } from './extension.ts'

/** Null if no extension answers. Separate from `extension.ts`, which a page loads before the query library. */
export const extensionQuery = queryOptions({
  queryKey: ['extension'],
  queryFn: askExtension,
})
