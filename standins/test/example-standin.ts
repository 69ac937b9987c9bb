import { join } from 'node:path'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { onTestFinished } from 'vitest'
import { openMemory } from '#runtime/memory.ts'
import { standin } from '#runtime/standin.ts'
import { controlOf } from './control-of.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** The smallest stand-in worth the name: it counts money, remembers it, and greets. */
export const till = standin({
  name: 'till',
  title: 'Till',
  plays: 'Plays a till.',
  remember: ({ folder }) => openMemory(join(folder, 'till.json'), () => ({ total: 0 })),
  app: ({ memory, showPage }) =>
    new Hono()
      .get('/total', (c) => c.json(memory.state.total))
      .post('/pay', async (c) => {
        const { amount } = await c.req.json()
        await memory.change((state) => {
          state.total += amount
        })
        return c.json(memory.state.total)
      })
      .get('/hello', (c) =>
        showPage(c, {
          title: `Hello ${c.req.query('name')}`,
          body: html`<h1>${c.req.query('name')}</h1>`,
          formsLeadTo: ['http://127.0.0.1:3000'],
        }),
      ),
  seed: async ({ memory }, wish) => {
    await memory.change((state) => Object.assign(state, wish))
  },
})

/** A till of the test's own, gone with the test. */
export async function openTill(dataDir?: string) {
  const { url, close } = await till.start({ dataDir: dataDir ?? (await temporaryFolder()) })
  onTestFinished(close)
  const get = (path: string) => fetch(url + path)

  return {
    url,
    close,
    get,
    total: async () => (await get('/total')).json(),
    pay: (amount: number) =>
      fetch(`${url}/pay`, { method: 'POST', body: JSON.stringify({ amount }) }),
    read: async (path: string) => (await get(`/_control/${path}`)).json(),
    control: controlOf(url),
  }
}
