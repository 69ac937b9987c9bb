import type { Database } from '@app/contract/rows'
import { PostgrestClient } from '@supabase/postgrest-js'
import { authorizedFetch } from '#api/session/authorized-fetch.ts'
import { readConfigScript } from '#config/config-script.ts'

let client: PostgrestClient<Database> | null = null

/** Tables, views and functions of the product. Created at the first call: pages are also rendered without a browser. */
export function dataApi(): PostgrestClient<Database> {
  client ??= new PostgrestClient<Database>(`${readConfigScript().apiUrl}/rest/v1`, {
    fetch: authorizedFetch,
    // Each query decides how often it is retried.
    retry: false,
  })

  return client
}

/**
 * Escapes what has a meaning in an `ilike` pattern. The data API takes every star for a wildcard, so a star can
 * only be searched for as "any one character".
 */
export const literalPattern = (words: string): string =>
  words.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')
