import type { FileDiff } from '@app/sync/diff-file'
import { usePanelTexts } from '#words/use-panel-texts.ts'

type Lines = Extract<FileDiff, { kind: 'lines' }>

/** Signs, not only colours, mark added and removed lines. */
export function DiffLines({ diff, path }: { diff: Lines; path: string }) {
  const { t } = usePanelTexts()
  const rows = diff.hunks.flatMap(rowsOf)
  if (rows.length === 0) {
    return <p className="text-sm text-ink-soft">{t('diffs.noLines')}</p>
  }

  return (
    <section
      aria-label={t('diffs.of', { path })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className="-mx-4 -my-3 max-h-96 overflow-auto bg-canvas py-1 font-mono text-xs leading-5 focus-visible:-outline-offset-2"
    >
      <table className="w-full border-collapse">
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className={TONES[row.sign] ?? ''}>
              <td className="w-px pr-2 pl-4 text-right text-ink-soft tabular select-none">
                {row.line}
              </td>
              <td className={`w-px px-1 select-none ${SIGNS[row.sign] ?? ''}`}>{row.sign}</td>
              <td className="pr-4 whitespace-pre">{row.text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const TONES: Record<string, string> = {
  '+': 'bg-positive-tint',
  '−': 'bg-danger-tint',
  '…': 'bg-sunken text-ink-soft',
}

const SIGNS: Record<string, string> = { '+': 'text-positive', '−': 'text-danger' }

type Row = { key: string; sign: string; line: string; text: string }

function rowsOf(hunk: Lines['hunks'][number], at: number): Row[] {
  let [oldLine, newLine] = [hunk.oldStart, hunk.newStart]
  const rows: Row[] = at === 0 ? [] : [{ key: `${at}`, sign: '…', line: '', text: '' }]
  for (const [i, line] of hunk.lines.entries()) {
    const key = `${at} ${i}`
    const text = line.slice(1)
    if (line.startsWith('+')) rows.push({ key, sign: '+', line: `${newLine++}`, text })
    else if (line.startsWith('-')) rows.push({ key, sign: '−', line: `${oldLine++}`, text })
    else if (line.startsWith(' ')) {
      rows.push({ key, sign: '', line: `${newLine++}`, text })
      oldLine += 1
    }
  }
  return rows
}
