import { Hono } from 'hono'
import { html } from 'hono/html'
import { onTestFinished } from 'vitest'
import { standin } from '#runtime/standin.ts'
import { controlOf } from './control-of.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A minimal stand-in: counts payments, keeps the total, and has one page. */
export const example = standin({
  name: 'example',
  title: 'Example',
  plays: 'Plays an example service.',
  home: 'Total',
  remember: (place) => place.open('example.json', () => ({ total: 0 })),
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
          formTargets: ['http://127.0.0.1:3000'],
        }),
      ),
  seed: async ({ memory }, input) => {
    await memory.change((state) => Object.assign(state, input))
  },
})

/** A running example stand-in, closed after the test. */
export async function openExample(dataDir?: string) {
  const { url, close } = await example.start({ dataDir: dataDir ?? (await temporaryFolder()) })
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
