import type { Database } from '@app/contract/rows'
import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '#api/calls/data-api.ts'

export type Invoice = Pick<
  Database['public']['Tables']['transactions']['Row'],
  'id' | 'amount' | 'refunded_amount' | 'currency' | 'status' | 'invoice_url' | 'created_at'
>

export const invoicesQuery = (userId: string) =>
  queryOptions({
    queryKey: ['billing', 'invoices', userId],
    queryFn: async (): Promise<Invoice[]> => {
      const { data } = await dataApi()
        .from('transactions')
        .select('id, amount, refunded_amount, currency, status, invoice_url, created_at')
        .eq('user_id', userId)
        .order('created_at', { ascending: false })
        .throwOnError()

      return data
    },
  })
