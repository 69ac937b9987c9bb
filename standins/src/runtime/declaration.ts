import type { Hono } from 'hono'
import type { Clock } from './clock.ts'
import type { Faults } from './faults.ts'
import type { Door } from './listener.ts'
import type { Remembered } from './memory.ts'
import type { Face, ShowPage } from './page.ts'
import type { RequestLog } from './request-log.ts'

/** What a stand-in is given. */
export type Needs<Memory> = {
  memory: Memory
  clock: Clock
  faults: Faults
  log: RequestLog
  showPage: ShowPage
  /** Where its doors are, once they are open: `http` has its pages. */
  addresses: Readonly<Record<string, string> & { http: string }>
  product: Product
  /** Where its own mails go, `smtp://…`; null: it sends none. */
  smtpUrl: string | null
}

/** Whom the service calls of its own accord, and where it sends people back to; null as long as nobody said. */
export type Product = {
  url: string | null
  /** Where its API is, if that is another address. */
  apiUrl: string | null
}

/** All that makes one stand-in. `Memory` is what it remembers, in its own folder. */
export type Declaration<Memory extends Remembered> = Face & {
  /** Names its folder and its port options. */
  name: string
  remember(place: { folder: string; clock: Clock }): Memory | Promise<Memory>
  /** Plays the service. */
  app(needs: Needs<Memory>): Hono
  /** Further addresses under `/_control`. */
  control?(needs: Needs<Memory>): Hono
  /** Puts in what a test or a demonstration wants to find there. */
  seed?(needs: Needs<Memory>, wish: unknown): Promise<void>
  /** What it listens on besides HTTP. */
  doors?: Record<string, (needs: Needs<Memory>) => Door>
}
