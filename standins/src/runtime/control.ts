import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { DAY_MS, type SharedClock } from './clock.ts'
import type { Product } from './declaration.ts'
import {
  type CallPattern,
  type Fault,
  type Faults,
  matchesCall,
  openFaults,
  readFault,
} from './faults.ts'
import { fieldsOf, InvalidInput, readJson } from './fields.ts'
import { isLoopbackHost } from './guard.ts'
import { type Markup, rows, who } from './page.ts'
import type { Place } from './place.ts'
import { type LoggedRequest, openRequestLog, type RequestLog } from './request-log.ts'

const HUNDRED_YEARS_MS = 100 * 366 * DAY_MS

type State = { clock: SharedClock; faults: Faults; log: RequestLog }

type Verbs = { reset(): Promise<void>; seed(input: unknown): Promise<void> }

/** The control API, which the real service does not have: for tests and developers. */
export function controlRoutes(
  { clock, faults, log, product }: State & { product: Product },
  { reset, seed }: Verbs,
): Hono {
  const timeOf = () => ({ offsetMs: clock.offsetMs(), now: new Date(clock.now()).toISOString() })

  return new Hono()
    .post('/reset', async (c) => {
      await reset()
      return c.body(null, 204)
    })
    .post('/seed', async (c) => {
      await seed(await readJson(c.req))
      return c.body(null, 204)
    })
    .get('/clock', (c) => c.json(timeOf()))
    .put('/clock', async (c) => {
      await clock.shift(readOffset(await readJson(c.req)))
      return c.json(timeOf())
    })
    .get('/faults', (c) => c.json(faults.list()))
    .post('/faults', async (c) => {
      const fault = readFault(await readJson(c.req))
      await faults.add(fault)
      return c.json(fault, 201)
    })
    .delete('/faults', async (c) => {
      await faults.clear()
      return c.body(null, 204)
    })
    .delete('/faults/:id', async (c) => {
      await faults.remove(c.req.param('id'))
      return c.body(null, 204)
    })
    .put('/product', async (c) => {
      product.url = readUrl(await readJson(c.req))
      return c.json({ url: product.url })
    })
    .route('/', requestRoutes(log))
}

/** `?method=&path=&after=` filter; only the list has a limit, not the count. */
function requestRoutes(log: RequestLog): Hono {
  const wantedBy = (c: Context): CallPattern => ({
    method: c.req.query('method')?.toUpperCase() ?? '*',
    path: c.req.query('path') ?? '*',
  })

  return new Hono()
    .get('/requests', (c) => {
      const after = Number(c.req.query('after') ?? 0)
      const isWanted = ({ number, method, path }: LoggedRequest) =>
        number > after && matchesCall(wantedBy(c), method, path.replace(/\?.*/s, ''))
      return c.json(log.list().filter(isWanted))
    })
    .get('/requests/count', (c) => c.json({ count: log.count(wantedBy(c)) }))
    .delete('/requests', (c) => {
      log.clear()
      return c.body(null, 204)
    })
}

function readOffset(input: unknown): number {
  const offsetMs = fieldsOf(input).integer('offsetMs')
  if (Math.abs(offsetMs) <= HUNDRED_YEARS_MS) return offsetMs
  throw new InvalidInput('"offsetMs" must stay within a hundred years.')
}

function readUrl(input: unknown): string {
  const url = fieldsOf(input).text('url')
  if (URL.canParse(url) && isLoopbackHost(new URL(url).host)) return new URL(url).origin
  throw new InvalidInput('"url" must be an address on this machine.')
}

const SHOWN_REQUESTS = 50

/** Shows the control state. A change needs a header, so the page shows a command for a terminal. */
export const controlPage = ({ clock, faults, log }: State, url: string): Markup => html`
  <h1>Control</h1>
  <p class="lead">Reading is free; every change needs a header, so that no web page can make one.</p>
  <pre class="command">curl -X POST -H 'x-standin-control: 1' ${url}/_control/reset</pre>
  <h2>Clock</h2>
  <p>It is ${new Date(clock.now()).toISOString()} here, ${clock.offsetMs()} ms away from the real time.</p>
  <h2>Faults</h2>
  ${rows(
    faults.list().map((fault) => html`<code>${JSON.stringify(fault)}</code>`),
    'None: everything works.',
  )}
  <h2>Latest requests</h2>
  ${rows(
    log
      .list()
      .slice(0, SHOWN_REQUESTS)
      .map(({ at, method, path, status }) =>
        who(html`<code>${method} ${path}</code>`, `${at.slice(11, 19)}, ${status ?? 'cut off'}`),
      ),
    'None since the start.',
  )}`

/** Faults survive a restart, the log does not. */
export const openControlState = (place: Place) => ({
  faults: openFaults(place.open('control.json', () => ({ faults: [] as Fault[] }))),
  log: openRequestLog(place.clock),
})
