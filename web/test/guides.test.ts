import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { LANGUAGES, type Language } from '@app/contract/languages'
import { createTranslator } from '@app/ui/translator.ts'
import { matchRoutes } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import { pageOf } from '#app/page.ts'
import { routes } from '#app/routes.tsx'
import { guidePaths } from '#config/paths.ts'
import { FIRST_STEPS, isBonus, STEP_WORDS } from '#features/extension/first-steps.ts'
import type { Block, Guide, Inline } from '#features/guides/guide.ts'
import { folderOf, guides } from '#features/guides/guides.ts'
import { type GuideTexts, loadGuide } from '#features/guides/load-guide.ts'
import { allMessages } from '#i18n/all-messages.ts'

const texts = new Map<string, GuideTexts>()

beforeAll(async () => {
  for (const guide of guides) texts.set(guide.path, await loadGuide(guide))
})

test('every folder of texts is a guide in the list', () => {
  const folders = readdirSync(fileURLToPath(new URL('../guides/', import.meta.url)), {
    withFileTypes: true,
  }).filter((entry) => entry.isDirectory())

  expect(folders.map(({ name }) => name).sort()).toEqual(guides.map(folderOf).sort())
})

test.each(guides)('$path has the same anchors and pictures in every language', ({ path }) => {
  const [first, ...others] = LANGUAGES.map((language) => outlineOf(textOf(path, language)))

  expect(first?.length).toBeGreaterThan(2)
  for (const other of others) expect(other).toEqual(first)
})

test.each(guides)('$path is called as the navigation calls it', ({ path, title }) => {
  for (const language of LANGUAGES) {
    const { t } = createTranslator(language, allMessages[language])

    expect(textOf(path, language).title).toEqual([t(title)])
  }
})

test('the first guide has the steps of the other pages, in their words and order', () => {
  for (const language of LANGUAGES) {
    const { t } = createTranslator(language, allMessages[language])
    const steps = FIRST_STEPS.map((step, at) => ({
      title: `${isBonus(step) ? `${t('firstSteps.bonus')}:` : `${at + 1}.`} ${t(STEP_WORDS[step].title)}`,
      text: t(STEP_WORDS[step].text, { siteName: '{siteName}' }),
    }))

    const { blocks } = textOf(guidePaths.gettingStarted, language)
    const sections = blocks.flatMap((block, at) =>
      block.kind === 'heading' && block.level === 2
        ? [{ title: wordsOf(block), text: wordsOf(blocks[at + 1]) }]
        : [],
    )

    // Before the steps stands what one needs.
    expect(sections.slice(1)).toEqual(
      steps.map(({ title, text }) => ({ title, text: expect.stringMatching(startOf(text)) })),
    )
  }
})

test.each(guides)('the links of $path lead to pages and places that exist', ({ path }) => {
  const addresses = LANGUAGES.flatMap((language) => linksIn(textOf(path, language).blocks))

  const dead = addresses.filter((href) => href.startsWith('/') && !exists(href))

  expect(dead).toEqual([])
})

test.each(guides)('the pictures of $path exist in both themes', ({ path }) => {
  const files = LANGUAGES.flatMap((language) =>
    outlineOf(textOf(path, language))
      .filter((entry) => entry.startsWith('picture '))
      .flatMap((entry) =>
        ['light', 'dark'].map((theme) => `${entry.slice(8)}-${language}-${theme}`),
      ),
  )

  const missing = files.filter(
    (file) => !existsSync(fileURLToPath(new URL(`../public/guides/${file}.webp`, import.meta.url))),
  )

  expect(missing).toEqual([])
})

function textOf(path: string, language: Language): Guide {
  const guide = texts.get(path)?.[language]
  if (!guide) throw new Error(`no text of ${path} in ${language}`)

  return guide
}

/** The kinds of its blocks that other pages and languages rely on. */
function outlineOf({ blocks }: Guide): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'heading') return `${block.level} ${block.id}`
    return block.kind === 'picture' ? `picture ${block.name}` : []
  })
}

function exists(href: string): boolean {
  const { pathname, hash } = new URL(href, 'https://gitferry.test')
  const page = pageOf((matchRoutes(routes, pathname) ?? []).map(({ route }) => route))
  if (page?.status !== 200) return false
  if (hash === '') return true

  const target = texts.get(pathname)
  return Boolean(
    target && outlineOf(target.en).some((entry) => entry.endsWith(` ${hash.slice(1)}`)),
  )
}

function linksIn(blocks: Block[]): string[] {
  return blocks.flatMap((block) => {
    switch (block.kind) {
      case 'heading':
      case 'paragraph':
        return hrefsIn(block.text)
      case 'note':
        return linksIn(block.blocks)
      case 'list':
        return block.items.flatMap(linksIn)
      case 'table':
        return [block.head, ...block.rows].flat().flatMap(hrefsIn)
      default:
        return []
    }
  })
}

function hrefsIn(text: Inline[]): string[] {
  return text.flatMap((part) => {
    if (typeof part === 'string' || part.kind === 'code') return []
    return [...(part.kind === 'link' ? [part.href] : []), ...hrefsIn(part.text)]
  })
}

/** The words of a heading or a paragraph, as far as they are plain. */
const wordsOf = (block: Block | undefined) =>
  block && 'text' in block && typeof block.text !== 'string'
    ? block.text.filter((part) => typeof part === 'string').join('')
    : ''

const startOf = (text: string) => new RegExp(`^${text.replace(/[{}.?]/g, '\\$&')}`)
