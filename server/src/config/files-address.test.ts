import { expect, test } from 'vitest'
import { readConfig } from './read-config.ts'

const KEYS = { FILES_ACCESS_KEY: 'an-id', FILES_SECRET_KEY: 'what-nobody-may-read' }

test.each([
  [
    's3://files.example.com?region=eu-central-1',
    { endpoint: 'https://s3.eu-central-1.amazonaws.com', isPathStyle: true, prefix: '' },
  ],
  [
    's3://gitferry-files/a/b/?region=eu-central-1',
    { endpoint: 'https://s3.eu-central-1.amazonaws.com', isPathStyle: false, prefix: 'a/b/' },
  ],
  [
    's3://files?endpoint=http://10.0.0.7:9000/',
    { endpoint: 'http://10.0.0.7:9000', isPathStyle: true, region: 'us-east-1' },
  ],
  [
    's3://files?endpoint=https://s3.example.com&style=host',
    { endpoint: 'https://s3.example.com', isPathStyle: false, bucket: 'files' },
  ],
])('%s names a bucket', (url, bucket) => {
  const { files } = readConfig({ ...KEYS, FILES_URL: url })

  expect(files).toMatchObject({ home: 's3', redirects: false, s3: bucket })
})

test.each([
  [{ FILES_URL: 'https://s3.example.com/files' }, 'FILES_URL must be an address such as s3://'],
  [{ FILES_URL: 's3://My_Files' }, "FILES_URL must begin with a bucket's name"],
  [{ FILES_URL: 's3://id:what-nobody-may-read@files' }, 'FILES_URL must not hold credentials'],
  [
    { FILES_URL: 's3://files?secret=x' },
    'FILES_URL may have the parameters region, endpoint, style',
  ],
  [{ FILES_URL: 's3://files/a b' }, 'FILES_URL has a path with other characters'],
  [{ FILES_URL: 's3://files?endpoint=s3.example.com' }, 'FILES_URL has an endpoint that is no'],
  [{ FILES_URL: 's3://files?endpoint=https://a/b' }, 'FILES_URL has an endpoint that is no'],
  [{ FILES_URL: 's3://files?style=virtual' }, 'FILES_URL must have path or host as its style'],
  [{ FILES_URL: 's3://files', FILES_SECRET_KEY: '' }, 'FILES_SECRET_KEY is missing'],
  [{ FILES_HOME: 's3' }, 'FILES_HOME=s3 needs FILES_URL'],
  [{ FILES_REDIRECT: 'true' }, 'FILES_REDIRECT needs FILES_URL'],
  [{ FILES_REDIRECTS: 'true' }, 'FILES_REDIRECTS is not a variable that is known here'],
])('%o is refused in one sentence, without the secret', (env, problem) => {
  const message = messageOf(() => readConfig({ ...KEYS, ...env }))

  expect(message).toContain(problem)
  expect(message).not.toContain('what-nobody-may-read')
})

function messageOf(work: () => unknown): string {
  try {
    work()
    return ''
  } catch (error) {
    return (error as Error).message
  }
}
