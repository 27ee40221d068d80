import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { buildSchema, graphql } from 'graphql';
import { type Arrived, answerJson } from './forge-api.ts';

export const BOULEVARD = buildSchema(readFileSync(resolve(import.meta.dirname, 'boulevard.graphql'), 'utf8'));

const STAFF = {
  id: 'staff-1',
  duration: 45,
  price: 9000,
  staff: { displayName: 'Ada', role: { name: 'Stylist' } },
};
const RANGE = { min: 9000, max: 9000, variable: false };
const OPTION = { id: 'option-1', name: 'Long hair', description: null, durationDelta: 15, priceDelta: 1500 };
const HAIRCUT = {
  __typename: 'CartAvailableBookableItem',
  id: 'item-1',
  name: 'Haircut',
  description: null,
  disabled: false,
  disabledDescription: null,
  listPriceRange: RANGE,
  listDurationRange: { min: 45, max: 60, variable: true },
  optionGroups: [
    { id: 'group-1', name: 'Extras', description: null, minLimit: null, maxLimit: 1, options: [OPTION] },
  ],
  staffVariants: [STAFF],
};
const LOCATION = {
  id: 'location-1',
  name: 'Main Street',
  businessName: 'Scissors',
  isRemote: false,
  phoneNumber: '+14155550100',
  tz: 'America/Los_Angeles',
  address: {
    line1: '1 Main Street',
    line2: null,
    city: 'Oakland',
    state: 'CA',
    province: null,
    zip: '94601',
    country: 'US',
  },
};

interface Input {
  readonly input: Readonly<Record<string, string>> & { readonly clientInformation?: object };
}

/** Runs what arrives against the schema that Boulevard publishes, for one client and one cart. */
export function makeBoulevard(): (request: Arrived, response: ServerResponse) => void {
  const cart = {
    id: 'cart-1',
    completedAt: null as string | null,
    expiresAt: null as string | null,
    startTime: null as string | null,
    endTime: null,
    clientMessage: null,
    location: LOCATION,
    clientInformation: null as object | null,
    selectedItems: [] as object[],
    bookingQuestions: [{ id: 'question-1', label: 'Allergies?', required: false, valueType: 'TEXT' }],
    errors: [],
    availableCategories: [
      {
        id: 'category-1',
        name: 'Hair',
        description: null,
        disabled: false,
        disabledDescription: null,
        availableItems: [HAIRCUT],
      },
    ],
    summary: {
      deposit: 'NO_DEPOSIT',
      paymentMethodRequired: false,
      ...Object.fromEntries(
        ['depositAmount', 'discountAmount', 'gratuityAmount', 'subtotal', 'taxAmount', 'total'].map(
          (name) => [name, 0],
        ),
      ),
    },
  };
  const appointment = {
    id: 'appointment-1',
    duration: 45,
    endAt: '2026-03-02T18:45:00Z',
    startAt: '2026-03-02T18:00:00Z',
    notes: null,
    state: 'BOOKED',
    cancelled: false,
    cancellation: null,
  };
  const ownCart = (id: string | undefined) => {
    if (id !== cart.id) throw new Error('Cart not found');
    return { cart };
  };
  const root = {
    locations: () => ({ pageInfo: { hasNextPage: false, endCursor: null }, edges: [{ node: LOCATION }] }),
    cart: ({ id }: { id: string }) => ownCart(id).cart,
    cartBookableDates: () => [{ date: '2026-03-02' }],
    cartBookableTimes: () => [{ id: 'time-1', startTime: '2026-03-02T10:00:00-08:00' }],
    createCart: () => ({ cart }),
    addCartSelectedBookableItem: ({ input }: Input) => {
      cart.selectedItems.push({
        __typename: 'CartBookableItem',
        id: 'selected-1',
        item: HAIRCUT,
        price: 9000,
        lineTotal: 9000,
        errors: [],
        startTime: null,
        selectedStaffVariant: null,
        selectedOptions: [],
      });
      return ownCart(input.id);
    },
    removeCartSelectedItem: ({ input }: Input) => {
      cart.selectedItems.pop();
      return ownCart(input.id);
    },
    reserveCartBookableItems: ({ input }: Input) => {
      Object.assign(cart, { startTime: '2026-03-02T10:00:00', expiresAt: '2026-03-01T00:10:00Z' });
      return ownCart(input.id);
    },
    updateCart: ({ input }: Input) => {
      cart.clientInformation = input.clientInformation ?? null;
      return ownCart(input.id);
    },
    checkoutCart: ({ input }: Input) => {
      cart.completedAt = '2026-03-01T00:05:00Z';
      return {
        ...ownCart(input.id),
        appointments: [{ appointmentId: appointment.id, clientId: 'client-1', forCartOwner: true }],
      };
    },
    cancelAppointment: ({ input }: Input) => ({
      appointment: {
        ...appointment,
        state: 'CANCELLED',
        cancelled: true,
        cancellation: {
          cancelledAt: '2026-03-01T00:06:00Z',
          reason: 'CLIENT_CANCEL',
          notes: input.notes ?? null,
        },
      },
    }),
    appointmentRescheduleAvailableTimes: () => ({
      availableTimes: [{ bookableTimeId: 'time-2', startTime: '2026-03-03T10:00:00-08:00' }],
    }),
    appointmentReschedule: () => ({ appointment }),
  };
  return ({ body }, response) => {
    const { query, variables } = JSON.parse(body);
    void graphql({ schema: BOULEVARD, source: query, rootValue: root, variableValues: variables }).then(
      (result) => answerJson(response, result),
    );
  };
}
