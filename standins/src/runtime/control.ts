import { type Context, Hono } from 'hono'
import type { SharedClock } from './clock.ts'
import { type Fault, type Faults, matchesCall, openFaults, readFault } from './faults.ts'
import { fieldsOf, readJson } from './fields.ts'
import type { Place } from './place.ts'
import { openRequestLog, type RequestLog } from './request-log.ts'

type State = { clock: SharedClock; faults: Faults; log: RequestLog }

type Verbs = { reset(): Promise<void>; seed(input: unknown): Promise<void> }

/** The control API, which the real service does not have: for tests and developers. */
export function controlRoutes({ clock, faults, log }: State, { reset, seed }: Verbs): Hono {
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
    .get('/', (c) => c.json({ clock: timeOf(), faults: faults.list(), requests: log.list() }))
    .get('/clock', (c) => c.json(timeOf()))
    .put('/clock', async (c) => {
      await clock.shift(fieldsOf(await readJson(c.req)).integer('offsetMs'))
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
    .route('/', requestRoutes(log))
}

/** `?method=&path=&after=` filter. */
function requestRoutes(log: RequestLog): Hono {
  const wantedBy = (c: Context) => {
    const { method = '*', path = '*', after = 0 } = c.req.query()
    const pattern = { method: method.toUpperCase(), path }
    return log
      .list()
      .filter((one) => one.number > Number(after))
      .filter((one) => matchesCall(pattern, one.method, one.path.replace(/\?.*/s, '')))
  }

  return new Hono()
    .get('/requests', (c) => c.json(wantedBy(c)))
    .get('/requests/count', (c) => c.json({ count: wantedBy(c).length }))
    .delete('/requests', (c) => {
      log.clear()
      return c.body(null, 204)
    })
}

/** Faults survive a restart, the log does not. */
export const openControlState = (place: Place) => ({
  faults: openFaults(place.open('control.json', () => ({ faults: [] as Fault[] }))),
  log: openRequestLog(place.clock),
})
