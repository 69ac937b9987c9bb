import { expect, test } from 'vitest'
import { encode, queryOf, sha256, signHeaders, signUrl } from './signature.ts'

// The examples of AWS's documentation for S3, with its published keys and signatures.
const CREDENTIALS = {
  accessKey: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const NOW = new Date('2013-05-24T00:00:00Z')
const HOST = 'https://examplebucket.s3.amazonaws.com'

test.each([
  [
    'GET',
    `${HOST}/test.txt`,
    { range: 'bytes=0-9' },
    '',
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'PUT',
    `${HOST}/${encode('test$file.text')}`,
    { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    'Welcome to Amazon S3.',
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'GET',
    `${HOST}/?${queryOf({ lifecycle: '' })}`,
    {},
    '',
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'GET',
    `${HOST}/?${queryOf({ prefix: 'J', 'max-keys': '2' })}`,
    {},
    '',
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
])('%s %s is signed as AWS has published it', (method, url, headers, payload, signature) => {
  const request = { method, url: new URL(url), headers: headers as Record<string, string> }

  const { authorization } = signHeaders(CREDENTIALS, request, sha256([payload]), NOW)

  expect(authorization).toMatch(new RegExp(`Signature=${signature}$`))
})

test('a URL is signed as AWS has published it', () => {
  const url = signUrl(CREDENTIALS, new URL(`${HOST}/test.txt`), {}, { now: NOW, lifetimeS: 86_400 })

  expect(new URL(url).searchParams.get('X-Amz-Signature')).toBe(
    'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  )
})
