import { SavingSwitch } from '@app/ui/saving-switch.tsx'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#i18n/language-provider.tsx'
import { adminMessage } from './admin-message.ts'
import { rowAttributes } from './row-elements.ts'
import { useRowOrder } from './use-row-order.ts'

type Props<Row> = {
  title: string
  rows: Row[]
  nameOf: (row: Row) => string
  /** Shown below the name. */
  details: (row: Row) => ReactNode
  addressOf: (id: string) => string
  onOrder: (after: Row[], moved: Row) => void
  onSwitch: (row: Row, isOn: boolean) => Promise<unknown>
}

/** Rows with a configurable order. A row is moved by its handle, with pointer or arrow keys. */
export function OrderedRows<Row extends { id: string; is_active: boolean }>(props: Props<Row>) {
  const { t } = useTranslation()
  const helpId = useId()
  const { order, draggedId, handleFor } = useRowOrder(props.rows, props.onOrder)

  return (
    <section className="grid gap-3">
      <h2 className="text-lg font-semibold">{props.title}</h2>
      <p id={helpId} className="sr-only">
        {t('admin.order.help')}
      </p>
      <ol className="divide-y divide-line rounded-lg border border-line bg-surface">
        {order.map((row) => (
          <li
            key={row.id}
            className={`flex items-center gap-2 px-2 py-2 sm:px-3 ${row.id === draggedId ? 'bg-accent-tint' : ''}`}
          >
            <button
              type="button"
              {...handleFor(row)}
              aria-label={t('admin.order.move', { name: props.nameOf(row) })}
              aria-describedby={helpId}
              className="grid size-11 flex-none cursor-grab touch-none place-items-center rounded-md text-ink-soft enabled-hover:text-ink active:cursor-grabbing"
            >
              <Grip />
            </button>
            <div className="min-w-0 flex-1">
              <Link
                {...rowAttributes(row.id)}
                to={props.addressOf(row.id)}
                className="font-medium break-words underline-offset-4 hover:underline"
              >
                {props.nameOf(row)}
              </Link>
              {props.details(row)}
            </div>
            <SavingSwitch
              label={t('admin.order.shown')}
              isOn={row.is_active}
              save={(isOn) => props.onSwitch(row, isOn)}
              savingText=""
              savedText=""
              explain={(error) => ({ text: adminMessage(t, error) })}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Grip() {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" fill="currentColor" className="size-4">
      {[3, 8, 13].flatMap((y) => [
        <circle key={`left ${y}`} cx="5" cy={y} r="1.3" />,
        <circle key={`right ${y}`} cx="11" cy={y} r="1.3" />,
      ])}
    </svg>
  )
}
