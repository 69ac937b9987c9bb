import type { Hono } from 'hono'
import type { SharedClock } from './clock.ts'
import type { Faults } from './faults.ts'
import type { Listener } from './listener.ts'
import type { Branding, Markup, ShowPage } from './page.ts'
import type { Place } from './place.ts'
import type { RequestLog } from './request-log.ts'

/** The dependencies that a stand-in gets from the runtime. */
export type Needs<Memory> = {
  memory: Memory
  clock: SharedClock
  faults: Faults
  log: RequestLog
  showPage: ShowPage
  /** Address by listener, filled in once they listen; `http` serves the pages. */
  addresses: Readonly<Record<string, string> & { http: string }>
  product: Product
  /** The host from which repositories are cloned; null: none. */
  codeHostUrl: string | null
}

/** The product's addresses, for webhooks and redirects; null while unknown. */
export type Product = {
  url: string | null
  /** The URL of its API, if different. */
  apiUrl: string | null
}

/** Declares one stand-in. `Memory` is its persisted state, in its own folder. */
export type Declaration<Memory> = Branding & {
  /** Names its folder and its port options. */
  name: string
  remember(place: Place): Memory | Promise<Memory>
  /** What the page at `/` lists, unless `app` has a page of its own there. */
  list?(needs: Needs<Memory>): Markup[]
  /** Plays the service. */
  app(needs: Needs<Memory>): Hono
  /** Further routes under `/_control`. */
  control?(needs: Needs<Memory>): Hono
  /** Adds data for a test or a demonstration. */
  seed?(needs: Needs<Memory>, input: unknown): Promise<void>
  /** Listeners besides the HTTP pages. */
  listeners?: Record<string, (needs: Needs<Memory>) => Listener>
}
