// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { holdEarlyUse } from './early-use.ts'

let seen: string[]

beforeEach(() => {
  seen = []
  document.body.innerHTML = `
    <button type="button"><svg></svg></button>
    <a href="#features">Features</a>
    <form><input name="EMAIL"><button type="submit">Subscribe</button></form>`
})

test('a click on a button waits for the application', () => {
  const release = holdEarlyUse()

  element('svg').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  listen('button', 'click')
  expect(seen).toEqual([])

  release()
  expect(seen).toEqual(['button click'])
})

test('the theme switch is not held: it works without the application', () => {
  element('button').toggleAttribute('data-theme-toggle', true)
  listen('button', 'click')
  const release = holdEarlyUse()

  element('button').click()
  release()

  expect(seen).toEqual(['button click'])
})

test('an impatient second click counts once', () => {
  const release = holdEarlyUse()
  listen('button', 'click')

  element('button').click()
  element('button').click()
  release()

  expect(seen).toEqual(['button click'])
})

test('a form sent early is sent when the application can answer', () => {
  const release = holdEarlyUse()
  listen('form', 'submit')

  element<HTMLFormElement>('form').requestSubmit()
  expect(seen).toEqual([])

  release()
  expect(seen).toEqual(['form submit'])
})

test('links work without us and are left alone', () => {
  const release = holdEarlyUse()
  listen('a', 'click')

  element('a').click()

  expect(seen).toEqual(['a click'])
  release()
})

test('a choice made early is made again after hydration has put the first one back', () => {
  document.body.innerHTML +=
    '<input type="radio" name="by" value="month" checked><input type="radio" name="by" value="year">'
  const release = holdEarlyUse()

  element('[value=year]').click()
  element<HTMLInputElement>('[value=month]').checked = true
  release()

  expect(element<HTMLInputElement>('[value=year]').checked).toBe(true)
})

test('after release nothing is held any more', () => {
  listen('button', 'click')
  holdEarlyUse()()

  element('button').click()

  expect(seen).toEqual(['button click'])
})

function element<Kind extends HTMLElement>(selector: string): Kind {
  const found = document.querySelector<Kind>(selector)
  if (!found) throw new Error(`no ${selector}`)
  return found
}

function listen(selector: string, type: string): void {
  element(selector).addEventListener(type, (event) => {
    event.preventDefault()
    seen.push(`${selector} ${type}`)
  })
}
