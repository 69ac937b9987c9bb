// What "Watch Demo" plays: the extension pushes from the stand-in of the builder, in both languages, with captions in both.
// From a product with its demo and an empty data folder; needs ffmpeg (on Debian: apt-get install ffmpeg):
// npm run demo-video -- http://localhost:3000 [languages]
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildFor, dress, loadFont, openWindow } from './extension-window.js'
import { openFilm } from './film.js'

const FOLDER = fileURLToPath(new URL('../web/src/features/demo-video/recording/', import.meta.url))
const SCENE = { width: 1120, tab: 40, height: 800, panel: 400 }
const LEFT = SCENE.width - SCENE.panel
/** All of it, and what is readable on a phone. */
const WHOLE = { x: 0, y: 0, width: SCENE.width }
const EDITOR = { x: 180, y: 0, width: 940 }
const NEAR = 480
const onPanel = (y) => ({ x: SCENE.width - NEAR, y, width: NEAR })
const POSTER_S = '18'

const WORDS = {
  en: {
    title: 'Tide planner',
    search: 'Search repositories',
    look: 'Look at the changes',
    review: 'Review',
    push: /^Push \d+ files$/,
    again: 'Push again',
    message: 'Commit message',
    typed: 'Read tides from storage',
    open: 'Open on GitHub',
  },
  es: {
    title: 'Plan de mareas',
    search: 'Buscar repositorios',
    look: 'Ver los cambios',
    review: 'Revisar',
    push: /^Hacer push de \d+ archivos$/,
    again: 'Otro push',
    message: 'Mensaje del commit',
    typed: 'Leer las mareas guardadas',
    open: 'Abrir en GitHub',
  },
}

const SAID = {
  project: {
    en: 'A project in the builder, with three changes since the last push.',
    es: 'Un proyecto en el editor, con tres cambios desde el último push.',
  },
  button: {
    en: 'Gitferry puts one button into the page.',
    es: 'Gitferry pone un solo botón en la página.',
  },
  panel: {
    en: 'It opens the panel beside your project.',
    es: 'Abre el panel al lado del proyecto.',
  },
  review: {
    en: 'See which files go to GitHub, and leave out what should stay.',
    es: 'Mira qué archivos van a GitHub y quita los que no.',
  },
  lines: {
    en: 'Open a file to see what changed in it.',
    es: 'Abre un archivo para ver qué cambió.',
  },
  message: {
    en: 'Write a message. Left empty, it names the files.',
    es: 'Escribe un mensaje. Vacío, nombra los archivos.',
  },
  push: {
    en: 'Push. All files go in one commit.',
    es: 'Push. Todos los archivos van en un commit.',
  },
  pushed: { en: 'Done: it says where the commit is.', es: 'Listo: dice dónde está el commit.' },
  commit: {
    en: 'On GitHub: your message, your files, your history.',
    es: 'En GitHub: tu mensaje, tus archivos, tu historial.',
  },
}

const BEFORE = `export type Tide = { time: string; height: number }

export const tidesAt = (harbour: string): Tide[] => []
`
const CHANGES = {
  'src/tides.ts': `export type Tide = { time: string; height: number }

export const tidesAt = (harbour: string): Tide[] =>
  JSON.parse(localStorage.getItem(harbour) ?? '[]')
`,
  'src/harbours.ts': "export const harbours = ['Whitby', 'Dover', 'Falmouth']\n",
  'src/sample.json': null,
}

/** The stand-in's page is plain; here it gets the look of a page of commits. */
const GITHUB_LOOK = `
  * { font-family: "Geist Variable"; }
  code, bdi.mono { font-family: "DejaVu Sans Mono", monospace; }
  body { background: #fff; }
  aside.banner, .head nav { display: none; }
  .head { font-size: 15px; font-weight: 600; padding-top: 14px; }
  .head, main { max-width: 960px; }
  h1 { font-size: 26px; }
  main { font-size: 17px; }`

const [base = 'http://localhost:3000', ...only] = process.argv.slice(2)
buildFor(base)
mkdirSync(FOLDER, { recursive: true })
for (const language of only.length > 0 ? only : ['en', 'es']) await record(language)

async function record(language) {
  const words = WORDS[language]
  const opened = await openWindow({ base, language, theme: 'light', scale: 2 })
  await opened.signIn()
  const size = { left: SCENE.width, right: SCENE.panel, height: SCENE.height }
  const pair = await opened.openProject(words.title, size)
  const { page, panel } = pair
  await prepareProject(pair, words)

  const file = `${FOLDER}${language}.webm`
  const film = await openFilm(opened.context, file, {
    camera: EDITOR,
    pointer: { x: 700, y: 430 },
    layers: [
      { key: 'page', x: 0, y: SCENE.tab, width: SCENE.width },
      { key: 'panel', x: SCENE.width, y: SCENE.tab, width: SCENE.panel },
    ],
    title: words.title,
  })
  const see = {
    page: async () => film.show('page', await page.screenshot()),
    panel: async () => film.show('panel', await panel.screenshot()),
  }
  const pointAt = pointerOf({ film, page, panel, see })
  const beside = [
    { key: 'page', x: 0, y: SCENE.tab, width: LEFT },
    { key: 'panel', x: LEFT, y: SCENE.tab, width: SCENE.panel },
  ]

  film.say(SAID.project)
  await see.page()
  await see.panel()
  await film.hold(3.6)
  film.say(SAID.button)
  const button = page.locator('gitferry-button').getByRole('button')
  await pointAt(page, button, 2, { x: SCENE.width - NEAR, y: 0, width: NEAR })
  await film.hold(1)
  await film.press(() => page.setViewportSize({ width: LEFT, height: SCENE.height }))
  film.say(SAID.panel)
  await see.page()
  film.cut({
    layers: [{ ...beside[0] }, { key: 'panel', x: SCENE.width, y: SCENE.tab, width: SCENE.panel }],
  })
  await film.glide({ camera: WHOLE, layers: beside }, 1)
  await film.hold(1.4)
  const review = panel.getByRole('button', { name: words.review })
  await pointAt(panel, review, 1.6, onPanel(0))
  await film.hold(0.6)
  await film.press(() => review.click())
  await panel.getByRole('button', { name: words.push }).waitFor()
  await see.panel()
  film.say(SAID.review)
  const changed = panel.getByRole('button', { expanded: false, name: /tides\.ts$/ })
  await film.hold(1)
  await pointAt(panel, changed, 1.8, onPanel(150))
  await film.hold(1.4)
  film.say(SAID.lines)
  await film.press(() => changed.click())
  await panel.waitForTimeout(600)
  await see.panel()
  await film.glide({ camera: onPanel(260) }, 1)
  await film.hold(2.6)

  film.say(SAID.message)
  const message = panel.getByLabel(words.message)
  await scrollTo(panel, panel.getByRole('button', { name: words.push }), see.panel, film)
  await pointAt(panel, message, 1, onPanel(SCENE.tab + SCENE.height - (NEAR * 3) / 4))
  await film.press(() => message.click())
  for (const letters of words.typed.match(/.{1,2}/g)) {
    await panel.keyboard.type(letters)
    await see.panel()
    await film.hold(0.2)
  }
  await film.hold(1)
  film.say(SAID.push)
  const push = panel.getByRole('button', { name: words.push })
  await pointAt(panel, push, 1.2)
  await film.hold(0.6)
  const pushed = panel.getByRole('button', { name: words.again })
  await film.press(() => push.click())
  await film.glide({ camera: onPanel(0) }, 0.05)
  await watch(panel, pushed, film)
  await panel.evaluate(() => scrollTo(0, 0))
  await panel.waitForTimeout(300)
  await see.panel()
  film.say(SAID.pushed)
  await film.hold(2.6)
  const link = panel.getByRole('link', { name: words.open })
  const address = await link.getAttribute('href')
  await pointAt(panel, link, 1)
  await film.hold(0.4)
  await film.press(() => page.goto(address))
  await page.setViewportSize({ width: SCENE.width, height: SCENE.height })
  await loadFont(page, GITHUB_LOOK)
  await see.page()
  film.say(SAID.commit)
  film.cut({
    title: 'GitHub',
    camera: WHOLE,
    pointer: { x: 700, y: 620 },
    layers: [{ key: 'page', x: 0, y: SCENE.tab, width: SCENE.width }],
  })
  await film.hold(1.2)
  await film.glide({ camera: { x: 60, y: 60, width: 560 } }, 1.4)
  await film.hold(3.4)

  const { captionsIn } = await film.close()
  for (const spoken of ['en', 'es']) {
    writeFileSync(`${FOLDER}${language}.${spoken}.vtt`, captionsIn(spoken))
  }
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-y', '-ss', POSTER_S, '-i', file],
    ...['-frames:v', '1', '-quality', '80', `${FOLDER}${language}.webp`],
  ])
  await opened.close()
}

/** Pushed once before, and changed since. */
async function prepareProject({ page, panel, write }, words) {
  await write({ 'src/tides.ts': BEFORE })
  await panel.getByLabel(words.search).fill(words.title.toLowerCase().replaceAll(' ', '-'))
  await panel.getByRole('radio').last().check()
  await panel.getByRole('button', { name: words.look }).click()
  await panel.getByRole('button', { name: words.push }).click()
  await panel.getByRole('button', { name: words.again }).waitFor()
  await write(CHANGES)
  const address = new URL(page.url())
  address.searchParams.set('file', 'src/tides.ts')
  await page.goto(address.href)
  await page.locator('gitferry-button').getByRole('button').waitFor()
  await dress(page)
  // A panel compares when it opens.
  await panel.reload()
  await loadFont(panel)
  await panel.getByRole('button', { name: words.review }).waitFor()
  await panel.waitForTimeout(1500)
}

/** The page's own pointer goes along, so that what it is over shows that. */
function pointerOf({ film, page, panel, see }) {
  return async (where, locator, seconds, camera) => {
    const box = await locator.boundingBox()
    const inside = { x: box.x + Math.min(box.width / 2, 120), y: box.y + box.height / 2 }
    const left = where === panel ? LEFT : 0
    const next = {
      pointer: { x: inside.x + left, y: inside.y + SCENE.tab },
      ...(camera && { camera }),
    }
    await film.glide(next, seconds)
    await where.mouse.move(inside.x, inside.y)
    await where.waitForTimeout(250)
    await (where === page ? see.page() : see.panel())
  }
}

async function scrollTo(panel, locator, seen, film) {
  const below = await locator.evaluate(
    (element) => element.getBoundingClientRect().bottom + 24 - innerHeight,
  )
  const steps = 12
  for (let i = 0; i < steps && below > 0; i++) {
    await panel.mouse.wheel(0, below / steps)
    await panel.waitForTimeout(60)
    await seen()
    await film.hold(0.05)
  }
}

/** As fast as it is: every picture stays for as long as the next one took to come. */
async function watch(panel, end, film) {
  const pictures = []
  const start = Date.now()
  do pictures.push({ png: await panel.screenshot(), at: Date.now() - start })
  while (!(await end.isVisible()))
  for (const [i, { png, at }] of pictures.entries()) {
    await film.show('panel', png)
    await film.hold(((pictures[i + 1]?.at ?? at + 100) - at) / 1000)
  }
}
