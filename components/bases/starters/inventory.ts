import { inDays, linkTo, options, type Starter } from "./starter";

const whole = { decimalPlaces: 0 };

export function inventory(): Starter {
  return {
    name: "Inventory",
    tables: [
      {
        name: "Products",
        fields: [
          { name: "Product", type: "single_line_text" },
          { name: "SKU", type: "single_line_text" },
          {
            name: "Category",
            type: "single_select",
            template: options("Lighting", "Seating", "Storage", "Textiles"),
          },
          { name: "In stock", type: "number", template: whole },
          { name: "Reorder at", type: "number", template: whole },
          { name: "Price", type: "currency" },
          { name: "Supplier", type: "linked_record", template: linkTo("Suppliers") },
          { name: "Photos", type: "attachments" },
        ],
        views: [{ name: "By category", config: { groups: [{ fieldId: "Category" }] } }],
        records: [
          product("Desk lamp, brass", "Lighting", {
            sku: "LI-101",
            stock: 24,
            reorder: 10,
            price: 89,
            supplier: "Lumen Works",
          }),
          product("Floor lamp, oak", "Lighting", {
            sku: "LI-102",
            stock: 6,
            reorder: 8,
            price: 149.5,
            supplier: "Lumen Works",
          }),
          product("Pendant, glass", "Lighting", {
            sku: "LI-103",
            stock: 15,
            reorder: 6,
            price: 119,
            supplier: "Lumen Works",
          }),
          product("Stool, ash", "Seating", {
            sku: "SE-201",
            stock: 40,
            reorder: 12,
            price: 75,
            supplier: "Holz & Sohn",
          }),
          product("Lounge chair", "Seating", {
            sku: "SE-202",
            stock: 3,
            reorder: 4,
            price: 420,
            supplier: "Holz & Sohn",
          }),
          product("Wall shelf, 80 cm", "Storage", {
            sku: "ST-301",
            stock: 31,
            reorder: 10,
            price: 54.9,
            supplier: "Holz & Sohn",
          }),
          product("Basket, willow", "Storage", {
            sku: "ST-302",
            stock: 0,
            reorder: 15,
            price: 28,
            supplier: "Weaver Lane",
          }),
          product("Blanket, wool", "Textiles", {
            sku: "TX-401",
            stock: 18,
            reorder: 10,
            price: 64,
            supplier: "Weaver Lane",
          }),
        ],
      },
      {
        name: "Orders",
        fields: [
          { name: "Order", type: "single_line_text" },
          { name: "Supplier", type: "linked_record", template: linkTo("Suppliers") },
          { name: "Status", type: "single_select", template: options("Draft", "Ordered", "Received") },
          { name: "Ordered on", type: "date" },
          { name: "Expected", type: "date" },
          { name: "Total", type: "currency" },
          { name: "Paid", type: "checkbox" },
        ],
        records: [
          order("PO-1001", "Received", {
            supplier: "Holz & Sohn",
            on: -30,
            expected: -12,
            total: 2_140,
            paid: true,
          }),
          order("PO-1002", "Ordered", {
            supplier: "Lumen Works",
            on: -6,
            expected: 8,
            total: 1_495,
            paid: true,
          }),
          order("PO-1003", "Ordered", {
            supplier: "Weaver Lane",
            on: -2,
            expected: 12,
            total: 640.5,
            paid: false,
          }),
          order("PO-1004", "Draft", {
            supplier: "Holz & Sohn",
            on: 1,
            expected: 21,
            total: 1_680,
            paid: false,
          }),
        ],
      },
      {
        name: "Suppliers",
        fields: [
          { name: "Supplier", type: "single_line_text" },
          { name: "Contact", type: "single_line_text" },
          { name: "Email", type: "email" },
          { name: "Lead time (days)", type: "number", template: whole },
          { name: "Rating", type: "rating" },
        ],
        records: [
          {
            Supplier: "Lumen Works",
            Contact: "Ada Novak",
            Email: "orders@lumen.example",
            "Lead time (days)": 14,
            Rating: 4,
          },
          {
            Supplier: "Holz & Sohn",
            Contact: "Peter Holz",
            Email: "peter@holz.example",
            "Lead time (days)": 18,
            Rating: 5,
          },
          {
            Supplier: "Weaver Lane",
            Contact: "Rosa Quist",
            Email: "rosa@weaver.example",
            "Lead time (days)": 14,
            Rating: 3,
          },
        ],
      },
    ],
  };
}

interface Stock {
  readonly sku: string;
  readonly stock: number;
  readonly reorder: number;
  readonly price: number;
  readonly supplier: string;
}

function product(Product: string, Category: string, { sku, stock, reorder, price, supplier }: Stock) {
  return {
    Product,
    SKU: sku,
    Category,
    "In stock": stock,
    "Reorder at": reorder,
    Price: price,
    Supplier: [supplier],
  };
}

interface Purchase {
  readonly supplier: string;
  readonly on: number;
  readonly expected: number;
  readonly total: number;
  readonly paid: boolean;
}

function order(Order: string, Status: string, { supplier, on, expected, total, paid }: Purchase) {
  return {
    Order,
    Supplier: [supplier],
    Status,
    "Ordered on": inDays(on),
    Expected: inDays(expected),
    Total: total,
    Paid: paid,
  };
}
