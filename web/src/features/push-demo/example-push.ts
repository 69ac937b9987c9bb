/** The push that visitors can try: a small project, its changes and the resulting commit. */
export const examplePush = {
  builder: 'bolt.new',
  codeHost: 'GitHub',
  branch: 'main',
  owner: 'maralund',
  repository: 'maralund/tide-planner',
  commit: '9f3c2ab',
  fileCount: 38,
} as const

export type ChangedFile = {
  path: string
  added: number
  removed: number
  change?: 'added' | 'removed'
}

export const changedFiles: ChangedFile[] = [
  { path: 'src/app.tsx', added: 48, removed: 6 },
  { path: 'src/tides/high-water.ts', added: 112, removed: 0, change: 'added' },
  { path: 'src/tides/chart.tsx', added: 64, removed: 3 },
  { path: 'public/old-icons.css', added: 0, removed: 88, change: 'removed' },
]

export type DemoStep = 'review' | 'pushing' | 'pushed'
