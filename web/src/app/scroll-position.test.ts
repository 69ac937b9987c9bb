// @vitest-environment happy-dom
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { ScrollPositions } from './scroll-position.ts'

afterEach(() => {
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

test('a new page starts at the place that its address names, else at its top', () => {
  const heading = document.createElement('h2')
  heading.id = 'protégé'
  document.body.append(heading)
  const toHeading = vi.spyOn(heading, 'scrollIntoView')
  const toTop = vi.spyOn(window, 'scrollTo').mockReturnValue()
  const places = new ScrollPositions('first')

  places.startAt('second', '#prot%C3%A9g%C3%A9')
  expect(toHeading).toHaveBeenCalledOnce()
  expect(toTop).not.toHaveBeenCalled()

  places.startAt('third', '#elsewhere')
  places.startAt('fourth', '')
  expect(toTop).toHaveBeenCalledTimes(2)
})

test('an address that is broken off in the middle of a character starts at the top', () => {
  const toTop = vi.spyOn(window, 'scrollTo').mockReturnValue()

  new ScrollPositions('first').startAt('second', '#%E0%A4%A')

  expect(toTop).toHaveBeenCalledOnce()
})

test('who goes back before a frame has told of the scrolling finds the place again', () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #tell: () => void
      constructor(tell: () => void) {
        this.#tell = tell
      }
      observe() {
        this.#tell()
      }
      disconnect() {}
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  const toPlace = vi.spyOn(window, 'scrollTo').mockReturnValue()
  const places = new ScrollPositions('first')
  onTestFinished(places.listen())
  places.startAt('second', '')
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(120)

  dispatchEvent(new PopStateEvent('popstate'))
  places.returnTo('first')
  places.returnTo('second')

  expect(toPlace).toHaveBeenLastCalledWith({ top: 120, behavior: 'instant' })
})
