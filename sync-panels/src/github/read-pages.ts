import { type Answer, listAt } from '@app/sync/answer'
import type { Host } from '@app/sync/host'
import { openOperation } from '@app/sync/progress'
import { refusalOf } from '@app/sync/refusal'

const PAGE_SIZE = 100
/** Beyond a thousand lines a person types the name. */
const MOST_PAGES = 10

type Asked = {
  path: string
  /** Where the list is within the answer, if it is not the answer itself. */
  key?: string
  /** For the words of a refusal. */
  owner: string
  name?: string
  signal: AbortSignal
}

/** All lines of a list of GitHub's, however many pages they fill. */
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
