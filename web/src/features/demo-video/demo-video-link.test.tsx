// @vitest-environment happy-dom

import type { Language } from '@app/contract/languages'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { inExampleApp } from '#i18n/example-app.tsx'
// What the click downloads is there already.
import './demo-video-dialog.tsx'
import { DemoVideoLink } from './demo-video-link.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each([
  ['en', 'Gitferry pushes a project', 'English'],
  ['es', 'Gitferry hace push de un proyecto', 'Español'],
] as const)(
  'a click plays the recording with captions in the page’s language (%s)',
  async (language, title, captions) => {
    await show(language)
    expect(document.querySelector('video')).toBeNull()

    expect(await click()).toBe(false)

    const video = await vi.waitFor(() => videoCalled(title))
    expect(video.getAttribute('src')).toContain(`/${language}.webm`)
    const tracks = [...video.querySelectorAll('track')]
    expect(tracks.map(({ label }) => label)).toEqual(['English', 'Español'])
    expect(tracks.filter((track) => track.default).map(({ label }) => label)).toEqual([captions])
  },
)

test.each(['(prefers-reduced-motion: reduce)', '(prefers-reduced-data: reduce)'])(
  'with %s the link leads to the demo on the page',
  async (wish) => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === wish }))
    await show('en')

    expect(await click()).toBe(true)

    expect(document.querySelector('video')).toBeNull()
  },
)

test('where the recording does not load, the link leads to the demo on the page', async () => {
  await show('en')
  await click()
  const video = await vi.waitFor(() => videoCalled('Gitferry pushes a project'))
  const followed = vi.fn()
  addEventListener('click', ({ defaultPrevented }) => followed(defaultPrevented), { once: true })

  await act(async () => void fireEvent.error(video))

  await vi.waitFor(() => expect(followed).toHaveBeenCalledWith(false))
  expect(document.querySelector('video')).toBeNull()
})

const show = (language: Language) =>
  act(
    async () =>
      void render(
        inExampleApp(
          <DemoVideoLink demo="#demo" className="">
            {'Watch'}
          </DemoVideoLink>,
          language,
        ),
      ),
  )

/** Whether the browser follows the link. */
async function click(): Promise<boolean> {
  let isFollowed = false
  await act(async () => {
    isFollowed = fireEvent.click(screen.getByRole('link', { name: 'Watch' }))
  })
  return isFollowed
}

/** The dialog has the same name. */
const videoCalled = (title: string) => screen.getByLabelText(title, { selector: 'video' })
