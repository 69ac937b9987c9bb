import { Hono, type MiddlewareHandler } from 'hono'
import { echo } from '#errors/echo.ts'
import { bodyLimit } from '#http/frame/body-limit.ts'
import { personalAnswers } from '#http/frame/caching.ts'
import type { RequestContext } from '#http/frame/context.ts'
import { storageCors } from '#http/frame/cors.ts'
import * as buckets from './bucket-calls.ts'
import { onlyService } from './callers.ts'
import * as downloads from './download-calls.ts'
import { storageFailures } from './failures.ts'
import * as links from './link-calls.ts'
import * as lists from './list-calls.ts'
import type { Answer, StorageNeeds } from './storage-needs.ts'
import * as transfers from './transfer-calls.ts'
import * as uploads from './upload-calls.ts'

const JSON_LIMIT_BYTES = 1024 * 1024
// Also matches line breaks, so that the name check refuses them instead of the router.
const FILE = ':bucket/:path{[\\s\\S]+}'

/** File storage, to be mounted at /storage/v1. A route such as `public` takes precedence over a bucket's name. */
export function storageRoutes(needs: StorageNeeds) {
  const json = bodyLimit(JSON_LIMIT_BYTES)
  const service = onlyService(needs)

  return (
    new Hono<RequestContext>()
      .onError(storageFailures(needs.log))
      .use(storageCors, countFileBytes(needs))

      // Before the general rule: these answers are the same for all callers.
      .get(`/object/public/${FILE}`, downloads.getPublicFile(needs))
      .get(`/object/info/public/${FILE}`, downloads.getPublicInfo(needs))
      .get('/status', (c) => c.body(null, 200))
      .get('/health', (c) => c.json({ healthy: true }))
      .get('/version', (c) => c.text(needs.appName))
      .use(personalAnswers)

      .get('/bucket', buckets.listBuckets(needs))
      .get('/bucket/:bucket', buckets.getBucket(needs))
      .post('/bucket', json, buckets.postBucket(needs))
      .put('/bucket/:bucket', json, buckets.putBucket(needs))
      .post('/bucket/:bucket/empty', json, service, buckets.emptyBucket(needs))
      .delete('/bucket/:bucket', json, buckets.deleteBucket(needs))

      .post('/object/move', json, transfers.postMove(needs))
      .post('/object/copy', json, transfers.postCopy(needs))
      .post('/object/list/:bucket', json, lists.postList(needs))
      .post('/object/list-v2/:bucket', json, lists.postPage(needs))

      .post('/object/sign/:bucket', json, links.postSignMany(needs))
      .post(`/object/sign/${FILE}`, json, links.postSign(needs))
      .post(`/object/upload/sign/${FILE}`, json, links.postSignUpload(needs))
      .get(`/object/sign/${FILE}`, downloads.getFileByLink(needs))
      .put(`/object/upload/sign/${FILE}`, uploads.putByLink(needs))

      .get(`/object/authenticated/${FILE}`, downloads.getFileAsMember(needs))
      .get(`/object/info/authenticated/${FILE}`, downloads.getInfoAsMember(needs))
      .get(`/object/info/${FILE}`, downloads.getInfo(needs))

      .get(`/object/${FILE}`, downloads.getFile(needs))
      .post(`/object/${FILE}`, uploads.postFile(needs))
      .put(`/object/${FILE}`, uploads.putFile(needs))
      .delete('/object/:bucket', json, transfers.deleteFiles(needs))
      .delete(`/object/${FILE}`, json, transfers.deleteFile(needs))

      // There is no CDN, so nothing has to be purged.
      .delete('/cdn/:bucket/*', service, (c) => c.json({ message: 'success' }))
      .all('*', unknown)
  )
}

/** Bytes as announced; a download that ends early counts whole. */
const countFileBytes =
  ({ countBytes }: StorageNeeds): MiddlewareHandler<RequestContext> =>
  async (c, next) => {
    await next()
    if (!c.res.ok || !c.req.path.includes('/object/')) return

    const isUpload = ['POST', 'PUT'].includes(c.req.method)
    const { headers } = isUpload ? c.req.raw : c.res
    const bytes = Number(headers.get('content-length'))
    if (c.req.method !== 'HEAD' && bytes > 0) countBytes(isUpload ? 'in' : 'out', bytes)
  }

const unknown: Answer = (c) => {
  const { pathname, search } = new URL(c.req.url)
  const message = `Route ${c.req.method}:${echo(pathname + search)} not found`

  return c.json({ statusCode: '404', error: 'Not Found', code: 'InvalidRequest', message }, 404)
}
