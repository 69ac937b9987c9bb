import { Button } from '@app/ui/button.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'

type PageStepsProps = {
  /** What is paged, for screen readers. */
  label: string
  page: number
  hasMore: boolean
  onPage: (page: number) => void
}

/** Steps to newer and older pages; nothing for a list of one page. */
export function PageSteps({ label, page, hasMore, onPage }: PageStepsProps) {
  const { t } = usePanelTexts()
  if (page === 1 && !hasMore) return null

  return (
    <nav aria-label={label} className="flex flex-wrap items-center gap-3">
      <Button variant="secondary" size="sm" disabled={page === 1} onClick={() => onPage(page - 1)}>
        {t('history.newer')}
      </Button>
      <Button variant="secondary" size="sm" disabled={!hasMore} onClick={() => onPage(page + 1)}>
        {t('history.older')}
      </Button>
      <p className="text-sm text-ink-soft tabular">{t('history.page', { page })}</p>
    </nav>
  )
}
