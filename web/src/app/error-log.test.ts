// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { configScript } from '#config/config-script.ts'
import { exampleConfig } from '#config/example-config.ts'
import { errorRecord, reportError } from './error-log.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-02-03T04:05:06Z') })
  vi.stubGlobal('location', {
    href: 'https://gitferry.test/x#access_token=secret',
  })
  document.body.innerHTML = configScript(exampleConfig)
  localStorage.clear()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a record says what happened, to whom, where and when', () => {
  localStorage.setItem('sb-gitferry-auth-token', JSON.stringify({ user: { id: 'mia' } }))
  const error = new Error('The tide tables are missing')

  const record = errorRecord(error, { componentStack: 'at Chart', metadata: { attempt: 2 } })

  expect(record).toEqual({
    message: 'The tide tables are missing',
    stack: error.stack,
    componentStack: 'at Chart',
    userId: 'mia',
    timestamp: '2026-02-03T04:05:06.000Z',
    severity: 'error',
    metadata: { attempt: 2 },
    url: 'https://gitferry.test/x',
    userAgent: navigator.userAgent,
  })
})

test('what was thrown need not be an error, and a broken session is no reason to fail', () => {
  localStorage.setItem('sb-gitferry-auth-token', 'not json')

  const record = errorRecord('plain words', { severity: 'warning' })

  expect(record).toMatchObject({ message: 'plain words', stack: null, userId: null })
  expect(record.severity).toBe('warning')
})

test('an error is told of once, however many boundaries it passes', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const error = new Error('once')

  reportError(error)
  reportError(error)

  expect(log).toHaveBeenCalledOnce()
})
