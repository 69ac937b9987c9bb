import { Button } from '@app/ui/button.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { Selection } from './use-selection.ts'

/** Actions on the selected rows, at the list's lower edge while any are selected. */
export function BulkBar({ selection, children }: { selection: Selection; children: ReactNode }) {
  const { t } = useTranslation()
  const count = selection.selected.length
  if (count === 0) return null

  return (
    <section
      aria-label={t('admin.list.bulk')}
      // On phones above the feedback button, which floats in the same corner.
      className="sticky bottom-20 z-10 flex flex-wrap items-center gap-2 rounded-lg border border-line-strong bg-surface px-4 py-2 shadow-float md:bottom-4"
    >
      <p role="status" className="mr-auto text-sm font-medium tabular">
        {t('admin.list.selected', { count })}
      </p>
      {children}
      <Button variant="quiet" size="sm" onClick={selection.clear}>
        {t('admin.list.clearSelection')}
      </Button>
    </section>
  )
}
