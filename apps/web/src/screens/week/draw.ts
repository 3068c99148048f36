/** Draws a week as a picture: its photos, its seven days and its numbers. */

export interface Week {
  title: string;
  dates: string;
  days: { name: string; tone: "positive" | "neutral" | "negative" | null; isWritten: boolean }[];
  numbers: { value: string; name: string }[];
  photos: ImageBitmap[];
  /** The name of the app, small at the foot. */
  foot: string;
}

/** Pixels, as apps for photos show a picture whole. */
export const [WIDTH, HEIGHT] = [1080, 1350];
const EDGE = 72;

const ink = "#24231f";
const soft = "#625e55";
const tones = { positive: "#f6d58c", neutral: "#d6dde0", negative: "#bcd0e4" };
const font = (size: number, weight = 500) =>
  `${weight} ${size}px "Manrope Variable", system-ui, sans-serif`;

export function drawWeek(canvas: HTMLCanvasElement, week: Week): void {
  Object.assign(canvas, { width: WIDTH, height: HEIGHT });
  const on = canvas.getContext("2d")!;
  const sky = on.createLinearGradient(0, 0, 0, HEIGHT);
  sky.addColorStop(0, "#fdf3e0");
  sky.addColorStop(1, "#e6f0ea");
  on.fillStyle = sky;
  on.fillRect(0, 0, WIDTH, HEIGHT);

  on.textBaseline = "alphabetic";
  on.fillStyle = ink;
  on.font = font(76, 800);
  on.fillText(week.title, EDGE, 150, WIDTH - 2 * EDGE);
  on.fillStyle = soft;
  on.font = font(36);
  on.fillText(week.dates, EDGE, 206, WIDTH - 2 * EDGE);

  const top = 262;
  const photos = week.photos.slice(0, 4);
  const height = photos.length ? 560 : 250;
  if (photos.length) drawPhotos(on, photos, top, height);
  else drawFlame(on, top, height);
  drawDays(on, week.days, top + height + 66);
  drawNumbers(on, week.numbers, HEIGHT - (photos.length ? 190 : 330));

  on.fillStyle = soft;
  on.font = font(30, 700);
  on.textAlign = "end";
  on.fillText(week.foot, WIDTH - EDGE, HEIGHT - 48);
  on.textAlign = "start";
}

type Drawing = CanvasRenderingContext2D;

/** Places of the photos in a frame of the width of the page, by their number. */
const grids: Record<number, [x: number, y: number, width: number, height: number][]> = {
  1: [[0, 0, 1, 1]],
  2: [[0, 0, 0.5, 1], [0.5, 0, 0.5, 1]],
  3: [[0, 0, 0.6, 1], [0.6, 0, 0.4, 0.5], [0.6, 0.5, 0.4, 0.5]],
  4: [[0, 0, 0.5, 0.5], [0.5, 0, 0.5, 0.5], [0, 0.5, 0.5, 0.5], [0.5, 0.5, 0.5, 0.5]],
};
const GAP = 12;

function drawPhotos(on: Drawing, photos: ImageBitmap[], top: number, height: number) {
  const width = WIDTH - 2 * EDGE;
  grids[photos.length]!.forEach(([x, y, w, h], at) => {
    const photo = photos[at]!;
    const [left, above] = [EDGE + x * width + (x && GAP / 2), top + y * height + (y && GAP / 2)];
    const [wide, high] = [
      w * width - (w < 1 ? GAP / 2 : 0),
      h * height - (h < 1 ? GAP / 2 : 0),
    ];
    const scale = Math.max(wide / photo.width, high / photo.height);
    const [cutWide, cutHigh] = [wide / scale, high / scale];
    on.save();
    on.beginPath();
    on.roundRect(left, above, wide, high, 28);
    on.clip();
    on.drawImage(
      photo,
      (photo.width - cutWide) / 2,
      (photo.height - cutHigh) / 2,
      cutWide,
      cutHigh,
      left,
      above,
      wide,
      high,
    );
    on.restore();
  });
}

/** A week without photos has the flame of its days. */
function drawFlame(on: Drawing, top: number, height: number) {
  const size = height / 100;
  on.save();
  on.translate(WIDTH / 2 - 50 * size, top);
  on.scale(size, size);
  on.fillStyle = "#ee7a2d";
  on.fill(
    new Path2D(
      "M50 17c4 11 19 17 19 36 0 13-8 21-19 21s-19-8-19-20c0-8 4-13 8-17 1 5 3 7 6 8 0-11 0-19 5-28z",
    ),
  );
  on.fillStyle = "#ffd257";
  on.fill(new Path2D("M50 45c8 5 12 9 12 15 0 8-5 13-12 13s-12-5-12-12c0-7 6-10 12-16z"));
  on.restore();
}

function drawDays(on: Drawing, days: Week["days"], top: number) {
  const step = (WIDTH - 2 * EDGE) / 7;
  const radius = 52;
  on.textAlign = "center";
  days.forEach(({ name, tone, isWritten }, at) => {
    const [x, y] = [EDGE + (at + 0.5) * step, top + radius];
    on.beginPath();
    on.arc(x, y, radius, 0, 2 * Math.PI);
    on.fillStyle = tone ? tones[tone] : isWritten ? "#fffdf9" : "transparent";
    on.fill();
    if (!tone) {
      on.strokeStyle = isWritten ? "#8d877a" : "#d8d1c3";
      on.lineWidth = 3;
      on.stroke();
    } else drawFace(on, x, y, radius, tone);
    on.fillStyle = soft;
    on.font = font(28, 600);
    on.fillText(name, x, top + 2 * radius + 44);
  });
  on.textAlign = "start";
}

function drawFace(on: Drawing, x: number, y: number, radius: number, tone: keyof typeof tones) {
  on.strokeStyle = ink;
  on.lineWidth = 6;
  on.lineCap = "round";
  for (const side of [-1, 1]) {
    on.beginPath();
    on.moveTo(x + side * radius * 0.35, y - radius * 0.22);
    on.lineTo(x + side * radius * 0.35, y - radius * 0.16);
    on.stroke();
  }
  const bend = { positive: 0.32, neutral: 0, negative: -0.32 }[tone] * radius;
  const mouth = y + radius * 0.36 - bend / 3;
  on.beginPath();
  on.moveTo(x - radius * 0.38, mouth);
  on.quadraticCurveTo(x, mouth + bend, x + radius * 0.38, mouth);
  on.stroke();
}

function drawNumbers(on: Drawing, numbers: Week["numbers"], base: number) {
  const step = (WIDTH - 2 * EDGE) / numbers.length;
  on.textAlign = "center";
  numbers.forEach(({ value, name }, at) => {
    const x = EDGE + (at + 0.5) * step;
    on.fillStyle = ink;
    on.font = font(64, 800);
    on.fillText(value, x, base);
    on.fillStyle = soft;
    on.font = font(28);
    on.fillText(name, x, base + 46, step - 16);
  });
  on.textAlign = "start";
}
