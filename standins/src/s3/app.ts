import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { Needs } from '#runtime/declaration.ts'
import { fieldsOf } from '#runtime/fields.ts'
import { rows, who } from '#runtime/page.ts'
import { type StartOptions, standin } from '#runtime/standin.ts'
import { BUCKET, KEYS, openS3Memory, type S3Memory } from './memory.ts'
import * as objects from './object-routes.ts'
import { type Refusal, refusal } from './refusal.ts'
import { checkSignature } from './signature.ts'
import * as uploads from './upload-routes.ts'
import { xml } from './xml.ts'

/** Plays an S3 service with one bucket, which checks every signature. */
export const s3 = standin({
  name: 's3',
  title: 'Object storage',
  plays: 'Plays S3: it keeps the bytes of files in one bucket.',
  home: 'Objects',
  remember: openS3Memory,
  app: (needs) => new Hono().get('/', (c) => objectsPage(needs, c)).route('/', bucketRoutes(needs)),
  control: controlRoutes,
})

/** `env` is for the product's configuration. */
export async function startS3(options: Pick<StartOptions, 'dataDir' | 'ports'>) {
  const { url, close } = await s3.start(options)

  return {
    url,
    env: {
      FILES_URL: `s3://${BUCKET}?endpoint=${url}&region=${KEYS.region}`,
      FILES_ACCESS_KEY: KEYS.accessKey,
      FILES_SECRET_KEY: KEYS.secretKey,
    },
    close,
  }
}

function bucketRoutes(needs: Needs<S3Memory>): Hono {
  const answer = async (c: Context) => {
    const outcome = await handle(needs, c as Context<{ Bindings: HttpBindings }>)
    const date = new Date(needs.clock.now()).toUTCString()
    if (!objects.isRefusal(outcome)) {
      outcome.headers.set('date', date)
      return outcome
    }
    const { status, code, message } = outcome
    const body = xml([
      'Error',
      [
        ['Code', code],
        ['Message', message],
      ],
    ])
    return c.body(body, status, { 'content-type': 'application/xml', date })
  }

  return new Hono().all('/:bucket', answer).all('/:bucket/*', answer)
}

async function handle(
  needs: Needs<S3Memory>,
  c: Context<{ Bindings: HttpBindings }>,
): Promise<Response | Refusal> {
  const { state } = needs.memory
  const { incoming } = c.env
  const [path = '/', search = ''] = (incoming.url ?? '/').split(/\?(.*)/s)
  const headers = incoming.headers as Record<string, string | undefined>
  const request = { method: c.req.method, path, query: search, headers }
  const verdict = checkSignature(state.keys, request, needs.clock)
  if ('code' in verdict) return verdict

  const [, bucket = '', ...rest] = path.split('/').map(decodeURIComponent)
  if (bucket !== state.bucket) {
    return refusal(404, 'NoSuchBucket', 'The specified bucket does not exist')
  }
  const key = rest.join('/')
  const query = new URLSearchParams(search)
  const handler = handlerOf(c.req.method, key, query, headers)
  if (!handler) return refusal(405, 'MethodNotAllowed', 'The specified method is not allowed.')

  return handler({ needs, c, key, query, bodyHash: verdict.bodyHash })
}

function handlerOf(
  method: string,
  key: string,
  query: URLSearchParams,
  headers: Record<string, string | undefined>,
): objects.Handler | null {
  const isUpload = query.has('uploadId')
  if (key === '') {
    if (method !== 'GET') return null
    return query.has('uploads') ? uploads.listUploads : objects.listObjects
  }
  if (method === 'GET' || method === 'HEAD') return objects.getObject
  if (method === 'DELETE') return isUpload ? uploads.abortUpload : objects.deleteObject
  if (method === 'POST') {
    if (query.has('uploads')) return uploads.beginUpload
    return isUpload ? uploads.completeUpload : null
  }
  if (method !== 'PUT') return null
  if (isUpload) return uploads.putPart

  return headers['x-amz-copy-source'] === undefined ? objects.putObject : objects.copyObject
}

/** What is stored, and the bucket and keys as a test wants them. */
function controlRoutes({ memory }: Needs<S3Memory>): Hono {
  return new Hono()
    .get('/objects', (c) =>
      c.json(
        Object.entries(memory.state.objects).map(([key, { size, sha256 }]) => ({
          key,
          size,
          sha256,
        })),
      ),
    )
    .get('/uploads', (c) =>
      c.json(
        memory.state.uploads.map(({ key, parts }) => ({ key, parts: Object.keys(parts).length })),
      ),
    )
    .put('/bucket', async (c) => {
      const exists = fieldsOf(await c.req.json()).flag('exists')
      await memory.change((state) => {
        state.bucket = exists ? BUCKET : null
      })
      return c.body(null, 204)
    })
    .put('/keys', async (c) => {
      const fields = fieldsOf(await c.req.json())
      const keys = { accessKey: fields.text('accessKey'), secretKey: fields.text('secretKey') }
      await memory.change((state) => {
        state.keys = { ...KEYS, ...keys }
      })
      return c.body(null, 204)
    })
}

const SHOWN = 50

function objectsPage({ memory, showPage }: Needs<S3Memory>, c: Context) {
  const newest = Object.entries(memory.state.objects).toReversed().slice(0, SHOWN)

  return showPage(c, {
    title: 'Objects',
    body: html`<h1>Objects</h1>
      ${rows(newest.map(([key, { size }]) => who(html`<bdi>${key}</bdi>`, `${size} bytes`)))}`,
  })
}
