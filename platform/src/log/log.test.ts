import { expect, test } from 'vitest'
import { openLog, type RequestLine } from './log.ts'

test('secrets are hidden at any depth of a line', () => {
  const { log, lines } = keptLog()

  log.info(
    { token: 'secret-1', sent: { password: 'secret-2', by: { cookie: 'secret-3' } } },
    'said',
  )

  expect(lines.join('')).not.toContain('secret-')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: 'said', token: '[hidden]' })
})

test('the line of a request has its own fields, whatever else comes with them', () => {
  const { log, lines } = keptLog()

  log.requestAnswered({ ...LINE, authorization: 'secret-1' } as RequestLine)

  expect(JSON.parse(lines[0] ?? '')).toEqual({ level: 'info', time: expect.any(String), ...LINE })
})

test('every line says which release wrote it, and where', () => {
  const origin = { version: '1.2.3', instance: 'host-7' }
  const { log, lines } = keptLog('info', origin)

  log.info('said')
  log.requestAnswered(LINE)

  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ msg: 'said', ...origin }),
    expect.objectContaining({ ...LINE, ...origin }),
  ])
})

test.each(['/a"b\\', '/a\nb', '/é\u2028'])(
  'a path with odd characters stays in its field: %j',
  (path) => {
    const { log, lines } = keptLog()

    log.requestAnswered({ ...LINE, path })

    expect(lines.join('').trimEnd().split('\n')).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '').path).toBe(path)
  },
)

test('requests are no news to a log of warnings', () => {
  const { log, lines } = keptLog('warn')

  log.requestAnswered(LINE)

  expect(lines).toEqual([])
})

const LINE: RequestLine = {
  requestId: 'request-1',
  method: 'GET',
  path: '/rest/v1/boats',
  status: 200,
  ms: 3,
  client: '203.0.113.9',
}

function keptLog(level = 'info', origin?: { version: string; instance: string }) {
  const lines: string[] = []

  const destination = { write: (line: string) => lines.push(line) }
  return { lines, log: openLog({ level, destination, ...(origin && { origin }) }) }
}
