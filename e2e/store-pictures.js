// The five pictures of the store's page, in both languages, from a product with its demo and an empty data folder:
// npm run store-pictures -- http://localhost:3000
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildFor, dress, openWindow, sideBySide } from './extension-window.js'

const FOLDER = fileURLToPath(new URL('../extension/dist/store/', import.meta.url))
/** The store takes 1280 × 800 without transparency. */
const SIZE = { left: 840, right: 440, height: 800 }
const SETTLED_MS = 3000
const WORDS = {
  en: {
    title: 'Tide planner',
    search: 'Search repositories',
    look: 'Look at the changes',
    push: /^Push \d+ files$/,
    again: 'Push again',
  },
  es: {
    title: 'Plan de mareas',
    search: 'Buscar repositorios',
    look: 'Ver los cambios',
    push: /^Hacer push de \d+ archivos$/,
    again: 'Otro push',
  },
}

/** After the first push: one file changed, one added, one deleted. */
const CHANGES = {
  'src/tides.ts': `export type Tide = { time: string; height: number }

export const tidesAt = (harbour: string): Tide[] =>
  JSON.parse(localStorage.getItem(harbour) ?? '[]')
`,
  'src/harbours.ts': "export const harbours = ['Whitby', 'Dover', 'Falmouth']\n",
  'src/sample.json': null,
}

const base = process.argv[2] ?? 'http://localhost:3000'
buildFor(base)
for (const language of ['en', 'es']) await takeAll(language)

async function takeAll(language) {
  const words = WORDS[language]
  const opened = await openWindow({ base, language, theme: 'light' })
  await opened.signIn()
  const pair = await opened.openProject(words.title, SIZE)
  const { page, panel } = pair
  const take = async (name) => {
    await panel.waitForTimeout(SETTLED_MS)
    mkdirSync(join(FOLDER, language), { recursive: true })
    const bytes = await sideBySide(opened.context, pair, { format: 'jpeg', quality: 92 })
    writeFileSync(join(FOLDER, language, `${name}.jpg`), bytes)
  }

  await panel.getByLabel(words.search).fill(words.title.toLowerCase().replaceAll(' ', '-'))
  await panel.getByRole('radio').last().check()
  await panel.getByRole('button', { name: words.look }).click()
  await panel.getByRole('button', { name: words.push }).click()
  await panel.getByRole('button', { name: words.again }).click()
  await pair.write(CHANGES)
  await page.reload()
  await page.locator('gitferry-button').getByRole('button').waitFor()
  await dress(page)
  await panel.getByRole('button', { name: words.look }).click()
  await panel.getByRole('button', { name: words.push }).waitFor()
  await take('1-review')
  await panel.getByRole('button', { name: words.push }).click()
  await panel.getByRole('button', { name: words.again }).waitFor()
  await take('2-pushed')
  for (const [name, tab] of [
    ['3-history', 2],
    ['4-import', 1],
    ['5-projects', 5],
  ]) {
    await panel.getByRole('tab').nth(tab).click()
    await take(name)
  }
  await opened.close()
}
