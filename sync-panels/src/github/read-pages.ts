import { type Answer, listAt } from '@app/sync/answer'
import type { Host } from '@app/sync/host'
import { openOperation } from '@app/sync/progress'
import { refusalOf } from '@app/sync/refusal'

const PAGE_SIZE = 100
/** Beyond a thousand rows, users type the name. */
const MOST_PAGES = 10

type Asked = {
  path: string
  /** The field with the list, if the answer is an object. */
  key?: string
  /** Used in the text of a refusal. */
  owner: string
  name?: string
  signal: AbortSignal
}

/** All rows of a list at GitHub, across pages. */
export async function readPages(
  host: Host,
  { path, key, signal, ...about }: Asked,
): Promise<unknown[]> {
  const operation = openOperation({ signal })
  const lines: unknown[] = []
  for (let page = 1; page <= MOST_PAGES; page++) {
    const mark = path.includes('?') ? '&' : '?'
    const answer: Answer = await host.call(operation, {
      method: 'GET',
      path: `${path}${mark}per_page=${PAGE_SIZE}&page=${page}`,
    })
    if (answer.status !== 200) throw refusalOf(answer, about, false)
    const found = key ? listAt(answer.body, key) : listAt(answer.body)
    lines.push(...found)
    if (found.length < PAGE_SIZE) break
  }
  return lines
}
