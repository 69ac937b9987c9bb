import { expect, test } from 'vitest'
import { day, moment, money, span } from './format.ts'

test('a span is said in its largest whole unit', () => {
  expect(span('en', 3600).text).toBe('1 hour')
  expect(span('es', 7200).text).toBe('2 horas')
  expect(span('en', 86_400).text).toBe('1 day')
  expect(span('es', 1800).text).toBe('30 minutos')
  expect(span('en', 5400).text).toBe('90 minutes')
  expect(span('en', 10).text).toBe('1 minute')
})

test('a day is named the way its reader names it', () => {
  const date = new Date('2030-05-17T23:30:00Z')

  expect(day('en', date).text).toBe('May 17, 2030')
  expect(day('es', date).text).toBe('17 de mayo de 2030')
})

test('a moment says its zone', () => {
  expect(moment('en', new Date('2030-05-17T23:30:00Z')).text).toContain('UTC')
})

test('money carries its currency', () => {
  expect(money('en', { amount: 4, currency: 'USD' }).text).toBe('$4.00')
  expect(money('es', { amount: 40.5, currency: 'EUR' }).text).toMatch(/^40,50\s€$/)
})
