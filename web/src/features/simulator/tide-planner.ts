import { encodeUtf8, fromBase64, type VirtualFile } from './virtual-file.ts'

/** What a first visit finds: small, and with everything that a push must carry without damage. */
export function tidePlanner(): VirtualFile[] {
  const texts = Object.entries(TEXTS).map(
    ([path, text]): VirtualFile => ({
      path,
      bytes: encodeUtf8(text),
      mode: path.endsWith('.sh') ? '100755' : '100644',
    }),
  )

  return [...texts, { path: 'public/favicon.png', bytes: fromBase64(PICTURE), mode: '100644' }]
}

const TEXTS: Record<string, string> = {
  'README.md': `# Tide planner

Shows high and low water for the next seven days.

\`\`\`sh
npm install
npm run dev
\`\`\`
`,
  'package.json': `{
  "name": "tide-planner",
  "private": true,
  "version": "0.1.0",
  "type": "module",
  "scripts": {
    "dev": "vite",
    "build": "tsc && vite build",
    "test": "vitest run"
  },
  "dependencies": {
    "react": "^19.0.0",
    "react-dom": "^19.0.0"
  },
  "devDependencies": {
    "@vitejs/plugin-react": "^5.0.0",
    "typescript": "^5.9.0",
    "vite": "^7.0.0",
    "vitest": "^3.0.0"
  }
}
`,
  'index.html': `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <link rel="icon" href="/favicon.png">
    <title>Tide planner</title>
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="/src/main.tsx"></script>
  </body>
</html>
`,
  'vite.config.ts': `import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [react()] })
`,
  'tsconfig.json': `{
  "compilerOptions": {
    "target": "es2022",
    "module": "esnext",
    "moduleResolution": "bundler",
    "jsx": "react-jsx",
    "strict": true,
    "noEmit": true
  },
  "include": ["src"]
}
`,
  '.gitignore': `node_modules/
dist/
*.log
`,
  '.env.example': `VITE_TIDES_URL=https://tides.example.test
`,
  'public/.nojekyll': '',
  'scripts/refresh-tides.sh': `#!/bin/sh
set -eu
curl --fail --silent "$VITE_TIDES_URL/days.json" > src/stations.json
`,
  'docs/mañana.md': `# Mañana

- Avisar una hora antes de la pleamar.
- Guardar la última estación elegida.
`,
  'docs/stations.md': `# Stations

Each station has a name, a time zone and the shift of its high water against the reference station.
`,
  'src/main.tsx': `import { createRoot } from 'react-dom/client'
import { App } from './app'
import './styles.css'

createRoot(document.getElementById('root')!).render(<App />)
`,
  'src/app.tsx': `import { useState } from 'react'
import { DayPicker } from './components/day-picker'
import { MoonPhase } from './components/moon-phase'
import { TideTable } from './components/tide-table'
import { useStation } from './use-station'

export function App() {
  const [day, setDay] = useState(() => new Date())
  const station = useStation()

  return (
    <main>
      <h1>Tides in {station.name}</h1>
      <DayPicker day={day} onChange={setDay} />
      <TideTable day={day} station={station} />
      <MoonPhase day={day} />
    </main>
  )
}
`,
  'src/tides.ts': `export type Tide = { at: Date; height: number; kind: 'high' | 'low' }

const HALF_CYCLE_MS = 22_357_000

export function tidesOf(day: Date, shiftMs: number): Tide[] {
  const midnight = new Date(day).setHours(0, 0, 0, 0)
  const first = midnight + (((shiftMs - midnight) % HALF_CYCLE_MS) + HALF_CYCLE_MS) % HALF_CYCLE_MS

  return [0, 1, 2, 3].map((index) => ({
    at: new Date(first + index * HALF_CYCLE_MS),
    height: index % 2 === 0 ? 4.2 : 0.9,
    kind: index % 2 === 0 ? 'high' : 'low',
  }))
}
`,
  'src/tides.test.ts': `import { expect, test } from 'vitest'
import { tidesOf } from './tides'

test('high and low water take turns', () => {
  const kinds = tidesOf(new Date('2026-06-01'), 0).map(({ kind }) => kind)

  expect(kinds).toEqual(['high', 'low', 'high', 'low'])
})
`,
  'src/moon.ts': `const MONTH_DAYS = 29.530588

/** From 0 (new) over 0.5 (full) to 1. */
export function moonPhase(day: Date): number {
  const days = (day.getTime() - Date.UTC(2000, 0, 6, 18, 14)) / 86_400_000

  return ((days / MONTH_DAYS) % 1 + 1) % 1
}
`,
  'src/stations.json': `[
  { "id": "brest", "name": "Brest", "shiftMs": 0 },
  { "id": "cadiz", "name": "Cádiz", "shiftMs": -7200000 },
  { "id": "leith", "name": "Leith", "shiftMs": 36000000 }
]
`,
  'src/components/tide-table.tsx': `import { formatTime } from '../format-time'
import { tidesOf } from '../tides'
import type { Station } from '../use-station'

export function TideTable({ day, station }: { day: Date; station: Station }) {
  return (
    <ol>
      {tidesOf(day, station.shiftMs).map((tide) => (
        <li key={tide.at.getTime()}>
          {formatTime(tide.at)}: {tide.height} m
        </li>
      ))}
    </ol>
  )
}
`,
  'src/components/day-picker.tsx': `type Props = { day: Date; onChange: (day: Date) => void }

export function DayPicker({ day, onChange }: Props) {
  return (
    <input
      type="date"
      value={day.toISOString().slice(0, 10)}
      onChange={(event) => event.target.valueAsDate && onChange(event.target.valueAsDate)}
    />
  )
}
`,
  'src/components/moon-phase.tsx': `import { moonPhase } from '../moon'

const NAMES = ['New moon', 'First quarter', 'Full moon', 'Last quarter']

export function MoonPhase({ day }: { day: Date }) {
  return <p>{NAMES[Math.round(moonPhase(day) * 4) % 4]}</p>
}
`,
  'src/format-time.ts': `const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })

export const formatTime = (at: Date) => time.format(at)
`,
  'src/use-station.ts': `import { useState } from 'react'
import stations from './stations.json'

export type Station = (typeof stations)[number]

export function useStation(): Station {
  const [station] = useState(stations[0]!)

  return station
}
`,
  'src/styles.css': `:root {
  color-scheme: light dark;
  font-family: system-ui, sans-serif;
}

main {
  max-width: 40rem;
  margin: 0 auto;
  padding: 2rem 1rem;
}
`,
}

const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAADAAAAAwCAIAAADYYG7QAAAAuElEQVR42u3Uyw2EIBSF4bO3QxOrsKcpzAYmsQF0ScS53Acikxxy' +
  '1j/fBrB996EGgggiyL79M5d7DXSrEUx4S/PLRBBBBP03aLh/qN9PnVJqYi07cCTyE6HcdhCpuE1CB77KtKwRk9Axg85EPgdI7iBS' +
  'cZiqHWhaQsVqklO9QZoOqq1qRWlSdiC3lJWqKX9WA4E0EQgtk6ZVB5fW5Zg0TToDg8qWQxPvwH3rQyOIIIIIIoggggjqvAMDiOjk' +
  'eg5z3AAAAABJRU5ErkJggg=='
