import { beforeAll, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import type { FetchedPage } from "#tests/support/no-script-browser.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { updateRows } from "#tests/support/rows.ts";
import { listingOf, photoOf, samples } from "#tests/support/samples.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let seller: Person;

beforeAll(async () => {
  seller = await person("seller");
});

const racket = samples.find(({ type }) => type === "racket");

/** Balls have another page before their form than all other types. */
const TWO_TYPES = samples.filter(({ type }) => type === "racket" || type === "ball");

const valueIn = (field: Element) => (field as HTMLInputElement).value;

describe("the pages for selling", () => {
  test("lead a visitor who wants to sell to the sign-in page, which says why, without JavaScript too [A2.4 M2.4 M2.6 M8.4]", async () => {
    const visitor = shop.withoutScripts(null);
    const [entry] = (await visitor.open("/")).getAllByRole("link", { name: "Sell an item" });
    const ways = await visitor.follow(entry as Element);
    ways.getByRole("heading", { level: 1, name: "Sell your gear" });
    const individual = await visitor.follow(ways.main.getByRole("link", { name: "Individual" }));
    individual.getByRole("heading", { level: 1, name: "What do you want to sell?" });
    expect(individual.main.getAllByRole("listitem")).toHaveLength(samples.length);
    const balls = individual.main.getByRole("link", { name: /Balls/ });
    const refused = await visitor.follow(balls);
    expect(refused.url.href).toBe(`${shop.server.url}/auth?next=%2Fsell%2Fballs`);
    const alert = refused.getByRole("alert");
    expect(alert.textContent).toBe("Please loginYou need to be logged in to sell items.");
  });

  test("lead businesses to their dashboard after sign-in, and redirect /sellBusiness and /sell/new [A2.5]", async () => {
    const visitor = shop.withoutScripts(null);
    const ways = await visitor.open("/sell");
    const business = await visitor.follow(ways.main.getByRole("link", { name: "Business" }));
    expect(business.url.href).toBe(`${shop.server.url}/auth?next=%2Fsell%2Fbusiness`);
    expect((await visitor.open("/sellBusiness")).url.search).toBe("?next=%2Fsell%2Fbusiness");
    expect((await visitor.open("/nl/sell/new")).url.pathname).toBe("/nl/sell");
  });
});

describe("signing out", () => {
  const signOutAt = async (who: Person, path: string) => {
    const leaver = shop.withoutScripts(who);
    const page = await leaver.open(path);
    return leaver.submit(page.getByRole("button", { name: "Log out", hidden: true }));
  };

  test.each(TWO_TYPES)("on the form of a $type, new or edited, leads to /auth [M2.23]", async (sample) => {
    const leaver = await person("leaver");
    const { id } = await listingOf(leaver, sample.type);
    const fresh = await signOutAt(leaver, `/sell/${sample.definition.sell}`);
    expect(fresh.url.pathname).toBe("/auth");
    const again = await person("leaver");
    await updateRows("listings", { type: sample.type, id }, { user_id: again.viewer.id });
    const edited = await signOutAt(again, `/${sample.definition.plural}/${id}/edit`);
    expect(edited.url.pathname).toBe("/auth");
    edited.getAllByRole("link", { name: "Sign in / Sign up" });
  });

  test.each(["/sell/individual", "/sell/business"])(
    "at %s, which is not a form, leads to the home page",
    async (path) => {
      expect((await signOutAt(await person("leaver"), path)).url.pathname).toBe("/");
    },
  );
});

describe("the link Go Back of a form", () => {
  // Tests of `goBackTarget` show the target for every type.
  test.each(TWO_TYPES)(
    "of a $type leads to its category (of a ball to /sell/individual), or to the edited listing, without JavaScript too [M2.36 M2.38 M2.40 M2.46]",
    async (sample) => {
      const { type, definition } = sample;
      const leaveLink = { name: /^(Go Back|Cancel)$/ };
      const owner = shop.withoutScripts(seller);
      const fresh = await owner.open(`/sell/${definition.sell}`);
      const left = await owner.follow(fresh.main.getByRole("link", leaveLink));
      expect(left.url.pathname).toBe(type === "ball" ? "/sell/individual" : `/${definition.plural}`);
      const { id } = await listingOf(seller, type);
      const edited = await owner.open(`/${definition.plural}/${id}/edit`);
      const listing = await owner.follow(edited.main.getByRole("link", leaveLink));
      expect(listing.url.pathname).toBe(`/${definition.plural}/${id}`);
    },
  );
});

describe("without JavaScript", () => {
  test("the form of a racket suggests photos, and hides optional specs until one has an error or a value", async () => {
    const owner = shop.withoutScripts(seller);
    const form = await owner.open("/sell/racket");
    const guide = form.getByRole("list", { name: "Buyers want to see" });
    expect([...guide.querySelectorAll("li")].map(({ textContent }) => textContent)).toEqual([
      "Face",
      "Grommets",
      "Grip",
      "Throat",
      "Model and specs",
      "Any damage",
    ]);
    const detailsOf = (page: FetchedPage) => page.getByLabelText(/^Swingweight/).closest("details");
    expect(detailsOf(form)?.open).toBe(false);
    const refused = await owner.submit(form.getByRole("button", { name: "List Racket" }), {
      swingweight: "9",
    });
    expect(detailsOf(refused)?.open).toBe(true);
    const meanings = form.getByText(/^The lowest of your five answers/).parentElement;
    expect(meanings?.textContent).toContain("Cracked or repaired: Fair");
    const { id } = await listingOf(seller, "racket");
    expect(detailsOf(await owner.open(`/rackets/${id}/edit`))?.open).toBe(true);
  });

  test("the form is filled in with what the maker says about a racket, and a saved listing keeps its model", async () => {
    const owner = shop.withoutScripts(seller);
    const form = await owner.open("/sell/racket");
    const fill = (page: FetchedPage, model: string) =>
      owner.submit(page.getByRole("button", { name: "Fill in" }), { model });
    const unknown = await fill(form, "qzxv");
    unknown.getByText("We do not know this model. Fill in the form yourself.");
    expect(unknown.getByRole("link", { name: "See all models" }).getAttribute("href")).toBe(
      "/rackets/models",
    );
    const filled = await fill(unknown, "ezone 98 2022 305g");
    filled.getByText(/^Filled in: Yonex EZONE 98 \(305g\) 2022\./);
    const values = { Title: "Yonex EZONE 98 (305g) 2022", Brand: "Yonex", "Head size": "98", Weight: "305" };
    for (const [label, value] of Object.entries(values))
      expect(valueIn(filled.getByLabelText(new RegExp(`^${label}`)))).toBe(value);
    expect(filled.getAllByText("Maker’s value").length).toBeGreaterThan(4);
    expect(valueIn(filled.getByLabelText(/^Grip size/))).toBe("");
    // The form of an edited listing is filled in too, and saving it links the listing to the model.
    const { id } = await listingOf(seller, "racket", { photos: [await photoOf(seller)] });
    const refilled = await fill(await owner.open(`/rackets/${id}/edit`), "ezone 98 2022 305g");
    const update = refilled.getByRole("button", { name: "Update Racket" });
    expect((await owner.submit(update, { weight: "307" })).url.pathname).toBe(`/rackets/${id}`);
    const edited = await owner.open(`/rackets/${id}/edit`);
    expect(valueIn(edited.getByLabelText(/^Which racket/))).toBe("Yonex EZONE 98 (305g) 2022");
    edited.getByText("Your value · maker: 305 g");
  });

  test("a model fills in only what is empty in the form of an edited or copied listing", async () => {
    const owner = shop.withoutScripts(seller);
    const { id } = await racketOf(seller, { name: "My old racket", attributes: { weight: 311 } });
    for (const path of [`/rackets/${id}/edit`, `/sell/racket?like=${id}`]) {
      const question = (await owner.open(path)).getByRole("button", { name: "Fill in" });
      const filled = await owner.submit(question, { model: "ezone 98 2022 305g" });
      filled.getByText(/^Filled in: Yonex EZONE 98 \(305g\) 2022\./);
      const values = { Title: "My old racket", Weight: "311", Brand: "Wilson", "Head size": "98" };
      for (const [label, value] of Object.entries(values))
        expect(valueIn(filled.getByLabelText(new RegExp(`^${label}`)))).toBe(value);
    }
  });

  test("the form of a racket shows faults, and keeps the input [M5.3 M5.4]", async () => {
    const owner = shop.withoutScripts(seller);
    const form = await owner.open("/sell/racket");
    const typed = { name: "Half a racket", price: "-5" };
    const page = await owner.submit(form.getByRole("button", { name: "List Racket" }), typed);
    // The same id, so that a form that is sent again lists its item once.
    const clientIdOf = ({ document }: FetchedPage) =>
      document.querySelector<HTMLInputElement>("input[name=clientId]")?.value;
    expect(clientIdOf(page)).toBe(clientIdOf(form));
    expect(clientIdOf(await owner.open("/sell/racket"))).not.toBe(clientIdOf(form));
    page.getByRole("link", { name: "Category is required" });
    page.getByRole("link", { name: "Price cannot be negative" });
    // In the order of the form, which begins with the photos.
    const [first] = page.getByRole("alert").querySelectorAll("a");
    expect(first?.textContent).toBe("Please provide at least one image for your racket.");
    expect(valueIn(page.getByLabelText("Title"))).toBe("Half a racket");
    expect(valueIn(page.getByLabelText("Price"))).toBe("-5");
  });

  test("a form with steps shows all steps at once without Next buttons, and shows faults and the input", async () => {
    const owner = shop.withoutScripts(seller);
    const form = await owner.open("/sell/strings");
    for (const name of ["Photos", "Basic Information", "Specifications"])
      form.getByRole("heading", { level: 2, name: new RegExp(name) });
    expect(form.document.querySelector("main form [hidden] h2")).toBeNull();
    expect(form.getByRole("button", { name: "Next" }).className).toContain("noscript:hidden");
    expect(form.getByRole("progressbar", { name: "Progress" }).className).toContain("noscript:hidden");
    const typed = { name: "Half a set", tension: "52.5" };
    const page = await owner.submit(form.getByRole("button", { name: "List Strings" }), typed);
    page.getByRole("link", { name: "Brand is required" });
    expect(valueIn(page.getByLabelText("Title"))).toBe("Half a set");
    expect(valueIn(page.getByLabelText(/^Tension/))).toBe("52.5");
  });

  test("the form takes photos, a fault elsewhere keeps those that were sent, and an edit adds and removes some", async () => {
    const owner = shop.withoutScripts(seller);
    const [one, two, three] = await Promise.all([0, 1, 2].map(pictureFile));
    const file = (body: BlobPart | undefined, name: string) => new File(body ? [body] : [], name);
    const kept = (page: FetchedPage) => page.getAllByLabelText(/^Keep photo/).map(valueIn);
    const list = { name: "List Racket" };
    const fields = { ...racket?.sample.fields } as Record<string, string | string[]>;
    const opened = await owner.open("/sell/racket");
    const faulty = await owner.submit(opened.getByRole("button", list), {
      ...fields,
      price: "many",
      photoFile: [file(one, "one.jpg"), file("no photo", "notes.jpg"), file(two, "two.jpg")],
    });
    faulty.getByRole("link", { name: /^notes\.jpg: You can only add photos/ });
    const sent = kept(faulty);
    expect(sent).toHaveLength(2);
    expect(valueIn(faulty.getByLabelText("Title"))).toBe(fields.name);

    // The same file again is no second photo.
    const listed = await owner.submit(faulty.getByRole("button", list), {
      price: "80",
      photoFile: file(one, "one.jpg"),
    });
    expect(listed.url.pathname).toMatch(/^\/rackets\/[\w-]+$/);
    const edited = await owner.open(`${listed.url.pathname}/edit`);
    expect(kept(edited)).toEqual(sent);
    const changed = await owner.submit(edited.getByRole("button", { name: "Update Racket" }), {
      photo: sent.slice(1),
      photoFile: file(three, "three.jpg"),
    });
    const [first, added, ...more] = kept(await owner.open(`${changed.url.pathname}/edit`));
    expect([first, more]).toEqual([sent[1], []]);
    expect(sent).not.toContain(added);
  });

  test("too many photos, or too heavy ones, are refused, and none of them is stored", async () => {
    const owner = shop.withoutScripts(seller);
    const opened = await owner.open("/sell/racket");
    const small = await pictureFile();
    const many = Array.from({ length: 21 }, (_, n) => new File([small], `${n}.jpg`));
    const list = opened.getByRole("button", { name: "List Racket" });
    const stored = () => db().selectFrom("photos").select("id").execute();
    const before = await stored();
    const tooMany = await owner.submit(list, { name: "Mine", photoFile: many });
    tooMany.getByRole("link", { name: "You can only upload up to 20 images in total" });
    expect(valueIn(tooMany.getByLabelText("Title"))).toBe("Mine");
    const heavy = Array.from({ length: 3 }, (_, n) => new File([new Uint8Array(14 << 20)], `${n}.jpg`));
    const tooHeavy = await owner.submit(list, { photoFile: heavy });
    tooHeavy.getByText(/^These photos are larger than 40 MB together\./);
    expect(await stored()).toEqual(before);
  });

  test("balls and strings are listed without a photo, and show the drawing of their category", async () => {
    const owner = shop.withoutScripts(seller);
    for (const { type, definition, sample } of samples.filter((one) => !one.definition.needsPhoto)) {
      const form = await owner.open(`/sell/${definition.sell}`);
      const [list] = form.main.getAllByRole("button", { name: /^(List|Complete) / });
      const fields = { ...sample.fields, name: `Bare ${type}` } as Record<string, string>;
      const listed = await owner.submit(list as Element, fields);
      const page =
        listed.url.pathname === "/my-listings"
          ? await owner.follow(
              listed.main.getAllByRole("link", { name: new RegExp(`Bare ${type}`) })[0] as Element,
            )
          : listed;
      const picture = page.main.getByRole("img", { name: `Bare ${type}: No photo` });
      const paths = [...picture.querySelectorAll("path")].map((path) => path.getAttribute("d"));
      expect(paths).toEqual([...definition.drawing]);
      // People do not see their own items in lists.
      const browse = await shop.withoutScripts(null).open(`/${definition.plural}`);
      const card = browse.main.getByText(`Bare ${type}`).closest("li");
      expect(card?.querySelector(`path[d="${definition.drawing[0]}"]`)).not.toBeNull();
    }
  });

  test("the form of clothes has every size, and the server refuses a size that does not fit the gender", async () => {
    const { id } = await listingOf(seller, "clothes", { photos: [await photoOf(seller)] });
    const owner = shop.withoutScripts(seller);
    const form = await owner.open(`/clothes/${id}/edit`);
    const complete = { name: "Complete Listing" };
    const size = form.getByLabelText("Size");
    expect(valueIn(size)).toBe("S (4-6)");
    const sizes = [...size.querySelectorAll("option")].map(({ value }) => value);
    expect(sizes).toEqual(expect.arrayContaining(["XL (16-18)", "8-10Y"]));
    const refused = await owner.submit(form.getByRole("button", complete), { gender: "Boys" });
    refused.getByRole("link", { name: "Size: choose one of the options" });
    const saved = await owner.submit(refused.getByRole("button", complete), { size: "8-10Y" });
    expect(saved.url.pathname).toBe(`/clothes/${id}`);
  });
});
