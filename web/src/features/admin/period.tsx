import { FIGURE_PERIODS, type FigurePeriod } from '@app/contract/admin-figures'
import { ChoiceGroup } from '@app/ui/choice-group.tsx'
import { useSearchParams } from 'react-router'
import { useTranslation } from '#i18n/language-provider.tsx'

const USUAL: FigurePeriod = 30

/** The period from the URL: `?days=90`. */
export function usePeriod(): FigurePeriod {
  const [parameters] = useSearchParams()
  const requested = Number(parameters.get('days'))

  return FIGURE_PERIODS.find((days) => days === requested) ?? USUAL
}

export function PeriodChoice() {
  const { t } = useTranslation()
  const [, setParameters] = useSearchParams()
  const days = usePeriod()
  const choose = (chosen: string) =>
    setParameters((parameters) => {
      if (Number(chosen) === USUAL) parameters.delete('days')
      else parameters.set('days', chosen)
      return parameters
    })

  return (
    <ChoiceGroup
      label={t('figures.period')}
      name="days"
      isLabelHidden
      choices={FIGURE_PERIODS.map((count) => ({
        value: String(count),
        label: t('figures.periodDays', { count }),
      }))}
      value={String(days)}
      onChange={choose}
    />
  )
}
