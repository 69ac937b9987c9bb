import { useTranslation } from '#i18n/language-provider.tsx'
import { Frame } from './frame.tsx'

type Line = { number: number; sign: '+' | '−' | ' '; code: string }

/** Code is the same in every language. */
const FILE = 'src/tides/chart.tsx'
const ADDED = '+224'
const REMOVED = '−97'
const LINES: Line[] = [
  { number: 12, sign: ' ', code: 'export function drawChart(day: Date): Chart {' },
  { number: 13, sign: '−', code: '  const tides = tidesOf(day)' },
  { number: 13, sign: '+', code: '  const tides = tidesOf(day, WITH_HIGH_WATER)' },
  { number: 14, sign: '+', code: '  const peak = tides.find(isHighWater)' },
  { number: 15, sign: ' ', code: '' },
  { number: 16, sign: ' ', code: '  chart.clear()' },
  { number: 17, sign: '−', code: '  return chart.curve(tides)' },
  { number: 17, sign: '+', code: '  return chart.curve(tides).mark(peak)' },
  { number: 18, sign: ' ', code: '}' },
]

const LOOKS = {
  '+': 'bg-positive-tint text-positive',
  '−': 'bg-danger-tint text-danger',
  ' ': 'text-ink-soft',
}

/** The review before a push: a file's changed lines, the message and the button. */
export function ReviewFrame({ className = '' }: { className?: string }) {
  const { t } = useTranslation()

  return (
    <Frame
      className={className}
      alt={t('home.frames.review.alt')}
      title={t('home.frames.review.title')}
      aside={
        <>
          <span>{t('home.demo.files', { count: 4 })}</span>
          <span>
            <span className="text-positive">{ADDED}</span>
            <span className="ml-2 text-danger">{REMOVED}</span>
          </span>
        </>
      }
    >
      <p className="border-b border-line px-4 py-2 font-mono text-xs text-ink-soft">{FILE}</p>
      <ol className="overflow-hidden py-1 font-mono text-xs">
        {LINES.map(({ number, sign, code }) => (
          <li key={`${number}${sign}`} className={`flex gap-3 px-4 whitespace-pre ${LOOKS[sign]}`}>
            <span className="w-4 flex-none text-right text-ink-faint">{number}</span>
            <span className="flex-none">{sign}</span>
            <span className="min-w-0 truncate">{code}</span>
          </li>
        ))}
      </ol>
      <div className="flex items-center gap-3 border-t border-line bg-surface px-4 py-3">
        <span className="min-w-0 flex-1 truncate rounded-sm border border-line-control bg-canvas px-3 py-1.5">
          {t('home.demo.commit')}
        </span>
        <span className="flex-none rounded-sm bg-accent px-3 py-1.5 font-medium text-on-accent">
          {t('home.demo.push', { count: 4 })}
        </span>
      </div>
    </Frame>
  )
}
