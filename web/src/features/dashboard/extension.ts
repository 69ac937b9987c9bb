import { queryOptions } from '@tanstack/react-query'
import { askExtension } from '#api/extension.ts'

/** Null when this browser has none, or none that answers. */
export const extensionQuery = queryOptions({
  queryKey: ['dashboard', 'extension'],
  queryFn: askExtension,
})
