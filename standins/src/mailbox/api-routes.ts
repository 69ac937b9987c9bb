import { type Context, Hono } from 'hono'
import type { Needs } from '#runtime/declaration.ts'
import { InvalidInput } from '#runtime/fields.ts'
import { apiMessage } from './api-message.ts'
import { findMails } from './find-mails.ts'
import type { Mail } from './mail.ts'
import type { MailStore } from './mail-store.ts'
import { openMail } from './open-mail.ts'
import { sendSource } from './send-parts.ts'
import { waitForMails } from './wait-for-mails.ts'

const DEFAULT_LIMIT = 50
const MAX_LIMIT = 1_000
const DEFAULT_TIMEOUT_MS = 5_000
const MAX_TIMEOUT_MS = 60_000

/** For tests: the mails of the pages, parsed. */
export function apiRoutes({ memory: store }: Needs<MailStore>): Hono {
  const find = (c: Context) => findMails(store.all(), queryOf(c))
  const missing = (c: Context) => c.json({ error: 'No such message.' }, 404)
  const inFull = async (mails: Mail[]) => {
    const opened = await Promise.all(mails.map((mail) => openMail(store, mail.id)))
    return opened.filter((one) => one !== undefined).map(apiMessage)
  }

  return new Hono()
    .get('/messages', async (c) => {
      const limit = numberIn(c, 'limit', DEFAULT_LIMIT, MAX_LIMIT)
      return c.json(await inFull(find(c).slice(0, limit)))
    })
    .delete('/messages', async (c) => {
      await store.removeAll()
      return c.body(null, 204)
    })
    .get('/messages/:id', async (c) => {
      const opened = await openMail(store, c.req.param('id'))
      return opened ? c.json(apiMessage(opened)) : missing(c)
    })
    .delete('/messages/:id', async (c) => {
      await store.remove(c.req.param('id'))
      return c.body(null, 204)
    })
    .get('/messages/:id/raw', async (c) => {
      const opened = await openMail(store, c.req.param('id'))
      return opened ? sendSource(c, opened.source) : missing(c)
    })
    .get('/wait', async (c) => {
      const count = numberIn(c, 'count', 1, MAX_LIMIT)
      const timeoutMs = numberIn(c, 'timeoutMs', DEFAULT_TIMEOUT_MS, MAX_TIMEOUT_MS)
      const { signal } = c.req.raw
      const found = await waitForMails(store, { find: () => find(c), count, timeoutMs, signal })
      if (found.length >= count) return c.json(await inFull(found))

      const error = `Waited ${timeoutMs} ms for ${count} matching, found ${found.length}.`
      return c.json({ error }, 408)
    })
}

function queryOf(c: Context) {
  const { to, subject, since, q: words } = c.req.query()

  return { to, subject, since, words }
}

function numberIn(c: Context, name: string, fallback: number, max: number): number {
  const text = c.req.query(name)
  if (!text) return fallback
  const value = Number(text)
  if (Number.isSafeInteger(value) && value >= 0) return Math.min(value, max)
  throw new InvalidInput(`"${name}" must be a whole number.`)
}
