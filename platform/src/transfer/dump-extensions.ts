import type { DumpFile } from './dump-files.ts'
import { DumpReader } from './dump-reader.ts'
import { stepFor } from './dump-step.ts'

/** The extensions that a dump creates. They come before all rows. */
export async function extensionsInDump(files: readonly DumpFile[]): Promise<string[]> {
  const names = new Set<string>()

  for (const { file, path } of files) {
    const reader = new DumpReader(file, path)
    for (let next = await reader.next(); next; next = await reader.next()) {
      const step = stepIn(next.text)
      if (step?.do === 'extension') names.add(step.name)
      if (step?.do === 'rows') break
    }
  }
  return [...names]
}

/** What cannot be understood is told with its line when it runs. */
function stepIn(text: string) {
  try {
    return stepFor(text, () => true)
  } catch {
    return null
  }
}
