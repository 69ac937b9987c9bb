import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startS3 } from '@app/standins/s3'
import { onTestFinished } from 'vitest'
import { machineClock } from '#clock/clock.ts'
import { readEnvironment } from '#config/environment.ts'
import { readFiles } from '#config/files.ts'
import type { Database } from '#db/database.ts'
import { bytesInS3 } from '#files/bytes-in-s3.ts'
import { openS3 } from '#outside/s3/open-s3.ts'
import { forThisFile } from '#test/for-this-file.ts'

export type S3Service = Awaited<ReturnType<typeof openService>>

/** A stand-in for all tests of a file. `clear` it before each test that looks at what is stored. */
export const s3ForThisFile = (): (() => S3Service) =>
  forThisFile(async (atEnd) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'platform-s3-'))
    atEnd(() => rmSync(dataDir, { recursive: true, force: true }))

    return openService(dataDir, atEnd)
  })

async function openService(dataDir: string, atEnd: (end: () => Promise<void>) => void) {
  const { url, env, close } = await startS3({ dataDir })
  atEnd(close)
  const control = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${url}/_control/${path}`, {
      method,
      headers: { 'x-standin-control': '1' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(await answer.text())
    return answer
  }
  const read = async <T>(path: string) => (await control('GET', path)).json() as Promise<T>

  return {
    url,
    env,
    /** As if it had been started now, until the test ends and then again. */
    async clear() {
      await control('POST', 'reset')
      await control('DELETE', 'faults')
      onTestFinished(async () => {
        await control('POST', 'reset')
        await control('DELETE', 'faults')
      })
    },
    control,
    fault: (fault: object) => control('POST', 'faults', fault),
    mend: () => control('DELETE', 'faults'),
    objects: () => read<{ key: string; size: number; sha256: string }[]>('objects'),
    uploads: () => read<{ key: string; parts: number }[]>('uploads'),
    count: async (method: string, path = '*') =>
      (await read<{ count: number }>(`requests/count?method=${method}&path=${path}`)).count,
    client: (silenceLimitMs = 10_000) => openS3({ ...clientNeeds(env), silenceLimitMs }),
  }
}

function clientNeeds(env: Record<string, string>) {
  const { s3: bucket } = readFiles(readEnvironment(env))
  if (!bucket) throw new Error('The stand-in has a bucket')

  return { bucket, clock: machineClock, log: { warn() {} } }
}

export const s3Bytes = (db: Database, service: S3Service) =>
  bytesInS3({ db, s3: service.client(), home: 's3', redirects: false })
