type Told = { store_id: string; test_mode: boolean }

/** An account at the provider may have several stores, each with a test mode. Only our own store and mode count. */
export const isOurs = (
  { storeId, isTest }: { storeId: string; isTest: boolean },
  { store_id, test_mode }: Told,
): boolean => store_id === storeId && test_mode === isTest
