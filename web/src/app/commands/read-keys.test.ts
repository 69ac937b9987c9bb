// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { readKeys } from './read-keys.ts'

test('g and a letter lead somewhere, a question mark lists the shortcuts', () => {
  const read = readKeys()

  expect(read(press('g'))).toBeNull()
  expect(read(press('d'))).toEqual({ goTo: 'd' })
  expect(read(press('d'))).toBeNull()
  expect(read(press('?'))).toEqual({ list: true })
})

test('the second letter must not be long in coming', () => {
  const read = readKeys()

  read(press('g', { timeStamp: 0 }))

  expect(read(press('d', { timeStamp: 1600 }))).toBeNull()
})

test.each(['ctrlKey', 'metaKey', 'altKey', 'repeat', 'defaultPrevented'])(
  'with %s it is somebody else’s key',
  (modifier) => {
    const read = readKeys()

    read(press('g'))

    expect(read(press('d', { [modifier]: true }))).toBeNull()
    expect(read(press('?', { [modifier]: true }))).toBeNull()
  },
)

test.each(['<input>', '<textarea></textarea>', '<div role="dialog"><button></button></div>'])(
  'nothing happens inside %s',
  (html) => {
    document.body.innerHTML = html
    const target = document.querySelector('button') ?? document.body.firstElementChild
    const read = readKeys()

    read(press('g', { target }))

    expect(read(press('d', { target }))).toBeNull()
    expect(read(press('?', { target }))).toBeNull()
  },
)

function press(key: string, more: object = {}) {
  return {
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    repeat: false,
    defaultPrevented: false,
    timeStamp: 100,
    target: document.body as EventTarget | null,
    ...more,
  }
}
