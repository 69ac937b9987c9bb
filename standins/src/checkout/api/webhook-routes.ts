import { Hono } from 'hono'
import { webhookShape } from '#checkout/shapes/webhook-shape.ts'
import type { CheckoutNeeds } from '#checkout/state/needs.ts'
import { EVENTS, STORE } from '#checkout/state/store.ts'
import { answer } from './conventions.ts'
import { notFound, unprocessable, unrelated } from './errors.ts'
import { type Document, optionalText, readDocument } from './read-body.ts'

export function webhookRoutes(needs: CheckoutNeeds): Hono {
  const { shop } = needs.memory
  const byId = (id: string) => shop.state.webhooks.find((one) => String(one.id) === id)

  return new Hono()
    .post('/v1/webhooks', async (c) => {
      const document = await readDocument(c, 'webhooks')
      if (document.relatedId('store') !== String(STORE.id)) throw unrelated('store')
      const { url, events, secret } = readWebhook(document)
      if (!url) throw invalid('url', 'The url field is required.')
      if (!events) throw invalid('events', 'The events field is required.')
      if (!secret) throw invalid('secret', 'The secret field is required.')
      const now = needs.clock.now()
      const webhook = await shop.change((state) => {
        const made = {
          id: state.nextId++,
          storeId: STORE.id,
          url,
          events,
          secret,
          lastSentAt: null,
          createdAt: now,
          updatedAt: now,
          testMode: true,
        }
        state.webhooks.push(made)
        return made
      })
      const shape = webhookShape(needs, webhook)
      return answer(c, { links: shape.links, data: shape }, 201)
    })
    .patch('/v1/webhooks/:id', async (c) => {
      const { url, events, secret } = readWebhook(await readDocument(c, 'webhooks'))
      const webhook = byId(c.req.param('id'))
      if (!webhook) throw notFound()
      await shop.change(() =>
        Object.assign(webhook, {
          ...(url && { url }),
          ...(events && { events }),
          ...(secret && { secret }),
          updatedAt: needs.clock.now(),
        }),
      )
      const shape = webhookShape(needs, webhook)
      return answer(c, { links: shape.links, data: shape })
    })
    .delete('/v1/webhooks/:id', async (c) => {
      if (!byId(c.req.param('id'))) throw notFound()
      await shop.change((state) => {
        state.webhooks = state.webhooks.filter(({ id }) => String(id) !== c.req.param('id'))
      })
      return c.body(null, 204)
    })
}

const invalid = (name: string, detail: string) => unprocessable(`/data/attributes/${name}`, detail)

function readWebhook({ attributes }: Document) {
  const url = optionalText(attributes, 'url')
  const secret = optionalText(attributes, 'secret')
  const events = attributes.events ?? null
  if (url !== null && !URL.canParse(url)) throw invalid('url', 'The url must be a valid URL.')
  if (secret !== null && (secret.length < 6 || secret.length > 40)) {
    throw invalid('secret', 'The secret must be between 6 and 40 characters.')
  }
  if (events !== null && !isEvents(events)) {
    throw invalid('events', 'The selected events.0 is invalid.')
  }

  return { url, secret, events }
}

const isEvents = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => (EVENTS as readonly unknown[]).includes(one))
