import { createContext, type ReactNode, useContext } from 'react'
import { Link } from 'react-router'
import { rowAttributes } from './row-elements.ts'

/** The URL at which a row is open. */
export const RowAddress = createContext<(id: string) => string>(() => '')

type Props = { id: string; title?: string; className?: string; children: ReactNode }

/** The link that opens its row, in the first cell. */
export function RowLink({ id, title, className = 'break-words', children }: Props) {
  const addressOf = useContext(RowAddress)

  return (
    <Link
      {...rowAttributes(id)}
      to={addressOf(id)}
      title={title}
      className={`font-medium underline-offset-4 hover:underline ${className}`}
    >
      {children}
    </Link>
  )
}
